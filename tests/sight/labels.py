"""Labels for screens: from the translations that are installed on this machine, and composed of verbs and objects."""
import glob
import random
import re
import struct

LANGUAGES = ("en", "de", "fr", "ru")
EAST_ASIAN = ("zh", "ja")
LOCALES = {"en": "de", "zh": "zh_CN"}  # English is what is translated
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
    "zh": (["删除", "移除", "发送", "发布", "购买", "支付", "卸载", "格式化", "提交", "清除", "撤销"],
           ["", "服务器", "帐户", "所有文件", "数据库", "订单", "消息", "备份", "用户", "项目", "订阅", "照片", "发票", "密钥", "分区", "报告", "会员", "评论",
            "整个文件夹", "选中的邮件", "客户资料"]),
    "ja": (["を削除", "を送信", "を公開", "を購入", "を支払う", "をアンインストール", "を初期化", "を消去", "を解約", "を破棄"],
           ["", "サーバー", "アカウント", "すべてのファイル", "データベース", "注文", "メッセージ", "バックアップ", "ユーザー", "契約", "請求書", "写真", "鍵", "領域", "報告書",
            "会員情報", "コメント", "フォルダー全体", "選択したメール", "顧客データ"]),
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


def is_wide(text):
    return any(ord(c) >= 0x3000 for c in text)


def is_label(text):
    wide = is_wide(text)
    return ((2 if wide else 3) <= len(text) <= (16 if wide else 30) and len(text.split()) <= 4 and not re.search(r"[%\n|<>{}\\/\x00\x04=@#:;\"。？！：；]", text)
            and sum(c.isalpha() for c in text) >= (2 if wide else 3) and not re.fullmatch(r"[a-z0-9_.-]+", text) and "—" not in text)


def catalogue_labels(language):
    found = set()
    for name in CATALOGUES:
        for path in sorted(glob.glob("/usr/share/locale/%s/LC_MESSAGES/%s.mo" % (LOCALES.get(language, language), name))):
            for original, translated in translations(path):
                text = original if language == "en" else translated
                text = text.split("\x04")[-1].split("\x00")[0].replace("_", "").rstrip(".… ").strip()
                if is_label(text) and (language not in EAST_ASIAN or is_wide(text)):
                    found.add(text)
    return sorted(found)


def risky_labels(language):
    verbs, objects = RISKY[language]
    both = []
    for verb in verbs:
        for thing in objects:
            before, after = (thing, verb) if language in ("de", "ja") else (verb, thing)
            both.append((before + ("" if language in EAST_ASIAN else " ") + after) if thing else verb.removeprefix("を"))
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
