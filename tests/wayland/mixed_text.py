"""Text of many alphabets, the same at each run."""
import random

ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "!#%&()*+,-.:;=?@_~ ", "äöüßéèêñçøåæ", "€£¥§°±²³µ«»", "αβγδεζηθλμπ",
             "абвгдежзийкл", "漢字仮名交文日本語", "한국어글자", "→↔∑√∞≠≤", "ﬁﬂ", "😀🎉🚀🐧", "אבגדה", "ابتثج", "हिन्दी")


def mixed(count):
    chance = random.Random(1)
    return "".join(chance.choice(chance.choice(ALPHABETS)) for _ in range(count))
