"""Labels for screens: from the translations that are installed on this machine, and composed of verbs and objects."""
import glob
import random
import re
import struct

LANGUAGES = ("en", "de", "fr", "ru")
CATALOGUES = ("gtk30", "gtk40", "geany", "exo", "mousepad", "gtksourceview-4", "gnome-keyring", "gcr", "thunar", "xfce4-*", "libwnck*", "glib20")

RISKY = {
    "en": (["Delete", "Remove", "Erase", "Send", "Publish", "Buy", "Pay", "Transfer", "Uninstall", "Format", "Submit", "Revoke", "Cancel", "Wipe"],
           ["server", "account", "invoice", "all files", "subscription", "database", "order", "message", "payment", "backup", "user", "project"]),
    "de": (["löschen", "entfernen", "senden", "veröffentlichen", "kaufen", "überweisen", "deinstallieren", "formatieren", "kündigen", "verwerfen"],
           ["Server", "Konto", "Rechnung", "Alle Dateien", "Datenbank", "Bestellung", "Nachricht", "Änderungen", "Vertrag", "Sicherung", "Benutzer"]),
    "fr": (["Supprimer", "Effacer", "Envoyer", "Publier", "Acheter", "Payer", "Virer", "Désinstaller", "Formater", "Révoquer", "Résilier"],
           ["le serveur", "le compte", "la facture", "tous les fichiers", "la base", "la commande", "le message", "l'accès", "le contrat", "la clé"]),
    "ru": (["Удалить", "Стереть", "Отправить", "Опубликовать", "Купить", "Оплатить", "Перевести", "Форматировать", "Отозвать"],
           ["сервер", "аккаунт", "счёт", "все файлы", "базу данных", "заказ", "сообщение", "проект", "доступ", "пользователя"]),
}


def translations(path):
    """The texts of a compiled catalogue (gettext's .mo)."""
    data = open(path, "rb").read()
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, originals, translated = struct.unpack_from(order + "3I", data, 8)
    for i in range(count):
        texts = []
        for table in (originals, translated):
            size, at = struct.unpack_from(order + "2I", data, table + 8 * i)
            texts.append(data[at:at + size].decode("utf-8", "replace"))
        yield texts


def is_label(text):
    return (3 <= len(text) <= 30 and len(text.split()) <= 4 and not re.search(r"[%\n|<>{}\\/\x00\x04=@#:;\"]", text)
            and sum(c.isalpha() for c in text) >= 3 and not re.fullmatch(r"[a-z0-9_.-]+", text) and "—" not in text)


def catalogue_labels(language):
    found = set()
    for name in CATALOGUES:
        for path in sorted(glob.glob("/usr/share/locale/%s/LC_MESSAGES/%s.mo" % ("de" if language == "en" else language, name))):
            for original, translated in translations(path):
                text = original if language == "en" else translated
                text = text.split("\x04")[-1].split("\x00")[0].replace("_", "").rstrip(".… ").strip()
                if is_label(text):
                    found.add(text)
    return sorted(found)


def risky_labels(language):
    verbs, objects = RISKY[language]
    both = []
    for verb in verbs:
        for thing in objects:
            both.append("%s %s" % ((thing, verb) if language == "de" else (verb, thing)))
    return both


def labels(language, count, seed):
    """Half of them from the catalogues, half composed; in an order that depends on the seed alone."""
    shuffle = random.Random("%s %d" % (language, seed))
    catalogue, risky = catalogue_labels(language), risky_labels(language)
    shuffle.shuffle(catalogue)
    shuffle.shuffle(risky)
    half = min(count // 2, len(risky))
    chosen = catalogue[:count - half] + risky[:half]
    shuffle.shuffle(chosen)
    return chosen
