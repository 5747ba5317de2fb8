"""Lists for screens, half of them scrolled sideways: what they hold, where they are and how far they are scrolled."""
import random

import labels

KINDS = {"tk": ("listbox", "treeview"), "gtk": ("gtk",), "swing": ("list", "table")}
BEYOND = " and what stands at the end of a row so long that the list can be scrolled"


def titled(text):
    return " ".join(word[:1].upper() + word[1:] for word in text.split())


def rows_of(chance, language, number, seed):
    """As lists are: in no order, in the order of the alphabet (which puts those with the same first word together), or in title case."""
    texts = labels.labels(language, 40, seed + 97 * number)
    rows = chance.sample(texts, min(len(texts), chance.choice([2, 3, 5, 8])))
    if number % 3 == 1:
        rows = sorted(texts)
        first = chance.randrange(len(rows) - 8)
        rows = rows[first:first + 8]
    if number % 3 == 2:
        rows = [titled(text) for text in rows]
    return rows


def screen(toolkit, language, number, seed, theme):
    """Nine lists; the last row of each is longer than the list and stands below what is shown."""
    chance = random.Random("%s %s %d %d" % (toolkit, language, number, seed))
    lists = []
    for place in range(9):
        rows = rows_of(chance, language, 9 * number + place, seed)[:int(250 // (1.6 * theme["size"] + 8))]  # no list reaches the next one
        letter = 0.55 * theme["size"]
        longest = max(len(row) for row in rows) * letter
        offset = 0 if place % 2 else int(chance.uniform(1, 0.75 * longest))
        selected = chance.randrange(len(rows)) if chance.random() < 0.5 else None
        width = int(min(360, max(180, longest + 60)))
        lists.append({"kind": chance.choice(KINDS[toolkit]), "rows": rows + [rows[-1] + BEYOND], "high": len(rows), "selected": selected,
                      "offset": offset, "place": [16 + 395 * (place % 3), 10 + 285 * (place // 3), width]})
    return lists
