"""Texts and buttons of dialogs: half of them ask about a consequence, half do not."""
import random

import labels

BUTTONS = {"en": ["OK", "Yes", "Continue"], "de": ["OK", "Ja", "Weiter"], "fr": ["OK", "Oui", "Continuer"], "ru": ["OK", "Да", "Продолжить"]}
NO = {"en": "Cancel", "de": "Abbrechen", "fr": "Annuler", "ru": "Отмена"}
ASKS = {"en": "Do you really want to %s?", "de": "Möchten Sie wirklich %s?", "fr": "Voulez-vous vraiment %s ?", "ru": "Вы действительно хотите %s?"}
HARMLESS = {
    "en": ["The list is empty.", "No more results were found. Search again from the start?", "The file is shown in a new window.", "3 of 12 pages are shown.",
           "Show the hidden columns as well?", "The connection is ready.", "There are no updates today.", "Go on to the next chapter?"],
    "de": ["Die Liste ist leer.", "Keine weiteren Treffer. Von vorn suchen?", "Die Datei wird in einem neuen Fenster gezeigt.", "3 von 12 Seiten werden gezeigt.",
           "Auch die verborgenen Spalten zeigen?", "Die Verbindung ist bereit.", "Es gibt heute keine Neuigkeiten.", "Mit dem nächsten Kapitel weitermachen?"],
    "fr": ["La liste est vide.", "Aucun autre résultat. Chercher depuis le début ?", "Le fichier est affiché dans une nouvelle fenêtre.", "3 pages sur 12 sont affichées.",
           "Afficher aussi les colonnes masquées ?", "La connexion est prête.", "Il n'y a pas de nouveautés.", "Passer au chapitre suivant ?"],
    "ru": ["Список пуст.", "Больше ничего не найдено. Искать с начала?", "Файл показан в новом окне.", "Показано 3 страницы из 12.",
           "Показать и скрытые столбцы?", "Соединение готово.", "Сегодня нет новостей.", "Перейти к следующей главе?"],
}

# Nothing was tuned with these: other wording, the button that agrees at the right, and two languages more.
FRESH_BUTTONS = {**BUTTONS, "es": ["Aceptar", "Sí", "Continuar"], "it": ["OK", "Sì", "Continua"]}
FRESH_NO = {"en": "No", "de": "Nein", "fr": "Non", "ru": "Нет", "es": "Cancelar", "it": "Annulla"}
FRESH_ASKS = {"en": "%s now? This cannot be undone.", "de": "Jetzt %s? Das lässt sich nicht rückgängig machen.", "fr": "%s maintenant ? Cette action est définitive.",
              "ru": "%s сейчас? Это действие нельзя отменить.", "es": "¿%s ahora? No se puede deshacer.", "it": "%s adesso? Non si potrà tornare indietro."}
FRESH_RISKY = {"es": ["Eliminar el servidor", "Borrar todos los archivos", "Enviar el mensaje", "Pagar la factura", "Publicar la entrada", "Comprar ahora"],
               "it": ["Eliminare il server", "Cancellare tutti i file", "Inviare il messaggio", "Pagare la fattura", "Pubblicare il post", "Acquistare il prodotto"]}
FRESH_HARMLESS = {
    "en": ["The report has 12 pages.", "Show the next picture?", "The window is too small for the table.", "Nothing was found in this folder.", "Look at the map first?"],
    "de": ["Der Bericht hat 12 Seiten.", "Das nächste Bild anzeigen?", "Das Fenster ist zu klein für die Tabelle.", "In diesem Ordner wurde nichts gefunden.",
           "Zuerst die Karte ansehen?"],
    "fr": ["Le rapport a 12 pages.", "Afficher l'image suivante ?", "La fenêtre est trop petite pour le tableau.", "Rien n'a été trouvé dans ce dossier.", "Voir d'abord la carte ?"],
    "ru": ["В отчёте 12 страниц.", "Показать следующую картинку?", "Окно слишком мало для таблицы.", "В этой папке ничего не найдено.", "Сначала посмотреть карту?"],
    "es": ["El informe tiene 12 páginas.", "¿Mostrar la imagen siguiente?", "La ventana es muy pequeña para la tabla.", "No hay nada en esta carpeta."],
    "it": ["Il rapporto ha 12 pagine.", "Mostrare l'immagine seguente?", "La finestra è troppo piccola per la tabella.", "In questa cartella non c'è nulla."],
}


def fresh_dialogs(language, count, seed):
    chance = random.Random("fresh %s %d" % (language, seed))
    risky = FRESH_RISKY.get(language) or labels.risky_labels(language)
    chance.shuffle(risky)
    found = []
    for i in range(count):
        text = FRESH_ASKS[language] % risky[i // 2 % len(risky)] if i % 2 else chance.choice(FRESH_HARMLESS[language])
        yes = FRESH_BUTTONS[language][i // 2 % len(FRESH_BUTTONS[language])]
        found.append({"title": "Viewer", "text": text, "buttons": [FRESH_NO[language], yes], "asked": 1})
    return found


def dialogs(language, count, seed):
    chance = random.Random("%s %d" % (language, seed))
    risky = labels.risky_labels(language)
    chance.shuffle(risky)
    found = []
    for i in range(count):
        text = chance.choice(HARMLESS[language])
        if i % 2:
            asked = risky[i // 2 % len(risky)]
            text = ASKS[language] % (asked if language == "de" else asked[0].lower() + asked[1:])
        yes = BUTTONS[language][i // 2 % len(BUTTONS[language])]
        found.append({"title": "Program", "text": text, "buttons": [yes, NO[language]], "asked": 0})
    return found
