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
        found.append({"title": "Program", "text": text, "buttons": [yes, NO[language]]})
    return found
