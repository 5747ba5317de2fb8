"""Made-up personal data for screens, and ordinary lines that have none; all of it depends on the generator's seed alone."""
import random
import string

KINDS = ("card", "iban", "phone", "email", "key", "code")
FIRST = ["anna", "oliver", "j.smith", "marie-claire", "p_novak", "kim.lee", "hans.mueller", "sofia77", "t.okafor", "lucia.rossi"]
HOSTS = ["example.com", "mail.example.org", "web-shop.example", "uni-berlin.example", "corp.example.co", "posteo.example", "inbox.example.net"]
NAMES = ["Anna Weber", "Oliver Brown", "Maria Rossi", "Jan Novak", "Kim Lee", "Sofia Costa", "Tom Becker", "Lena Vogel"]
ACCOUNTS = {"DE": (18, ""), "FR": (23, ""), "ES": (20, ""), "AT": (16, ""), "CH": (17, ""), "GB": (14, "NWBK"), "NL": (10, "ABNA"), "BE": (12, "")}


def digits(chance, count):
    return "".join(chance.choice("0123456789") for _ in range(count))


def card(chance):
    start, length = chance.choice([("4", 16), ("4", 16), ("5%d" % chance.randint(1, 5), 16), ("37", 15), ("6011", 16)])
    number = start + digits(chance, length - len(start) - 1)
    total = sum(sum(divmod(int(d) * (2 if i % 2 == 0 else 1), 10)) for i, d in enumerate(reversed(number)))
    number += str(-total % 10)
    if length == 15:
        groups = [number[:4], number[4:10], number[10:]]
    else:
        groups = [number[i:i + 4] for i in range(0, 16, 4)]
    return chance.choice([" ", " ", "-", ""]).join(groups)


def iban(chance):
    country = chance.choice(list(ACCOUNTS))
    count, bank = ACCOUNTS[country]
    account = bank + digits(chance, count)
    value = int("".join(str(int(c, 36)) for c in account + country + "00"))
    number = "%s%02d%s" % (country, 98 - value % 97, account)
    return " ".join(number[i:i + 4] for i in range(0, len(number), 4)) if chance.random() < 0.7 else number


def phone(chance):
    d = lambda n: digits(chance, n)  # noqa: E731
    one = str(chance.randint(2, 9))
    return chance.choice(["+49 %s%s %s" % (one, d(1), d(7)), "+1 (%s%s) %s%s-%s" % (one, d(2), one, d(2), d(4)), "+44 20 %s %s" % (d(4), d(4)),
                          "+33 %s %s %s %s %s" % (one, d(2), d(2), d(2), d(2)), "0%s%s/%s" % (one, d(2), d(6)), "0%s%s %s" % (one, d(2), d(7)),
                          "(%s%s) %s%s-%s" % (one, d(2), one, d(2), d(4)), "+39 06 %s" % d(8)])


def email(chance):
    return "%s@%s" % (chance.choice(FIRST), chance.choice(HOSTS))


def key(chance):
    letters = string.ascii_letters + string.digits
    some = lambda n, of=letters: "".join(chance.choice(of) for _ in range(n))  # noqa: E731
    return chance.choice(["AKIA" + some(16, string.ascii_uppercase + "234567"), "ghp_" + some(36), "sk-proj-" + some(40),
                          "xoxb-%s-%s-%s" % (digits(chance, 11), digits(chance, 12), some(24)), "AIza" + some(35), "glpat-" + some(20),
                          "sk_live_" + some(24), some(32)])


def code(chance):
    return chance.choice([digits(chance, 6), digits(chance, 6), "%s %s" % (digits(chance, 3), digits(chance, 3)), "G-" + digits(chance, 6)])


MAKERS = {"card": card, "iban": iban, "phone": phone, "email": email, "key": key, "code": code}
FRAMES = {
    "card": ["Card: @", "Visa @ valid 09/27", "paid with @ today", "@", "Card number   @"],
    "iban": ["IBAN: @", "Account @ (EUR)", "transfer to @", "@"],
    "phone": ["Phone: @", "call @ before noon", "Tel. @", "mobile @", "@"],
    "email": ["E-mail: @", "From: @", "write to @ please", "@", "Reply-To: <@>"],
    "key": ["API_KEY=@", "token: @", "export SECRET=@", "Authorization: Bearer @", "password: @"],
    "code": ["Your code is @", "Security code: @", "Login code @ expires soon", "OTP: @"],
}


def planted_lines(chance, count):
    """(kind, text before, data, text behind), the kinds in turn."""
    for i in range(count):
        kind = KINDS[i % len(KINDS)]
        before, behind = chance.choice(FRAMES[kind]).split("@")
        yield kind, before, MAKERS[kind](chance), behind


def ordinary_line(chance):
    d = lambda n: digits(chance, n)  # noqa: E731
    c = chance.choice
    return c([
        lambda: "%s  2026-%02d-%02d  %s,%s.%s EUR" % (c(NAMES), chance.randint(1, 12), chance.randint(1, 28), chance.randint(1, 99), d(3), d(2)),
        lambda: "-rw-r--r-- 1 user user %6d Nov %2d %02d:%02d %s.txt" % (chance.randint(1, 999999), chance.randint(1, 28), chance.randint(0, 23),
                                                                      chance.randint(0, 59), c(["notes", "report", "draft", "index"])),
        lambda: "%s  commit: fix the %s of the %s" % ("".join(c("0123456789abcdef") for _ in range(40)), c(["order", "size"]), c(["list", "page"])),
        lambda: "version %d.%d.%d-%s released" % (chance.randint(0, 30), chance.randint(0, 30), chance.randint(0, 99), d(4)),
        lambda: "10.%d.%d.%d - GET /page/%s 200 %s" % (chance.randint(0, 255), chance.randint(0, 255), chance.randint(0, 255), d(3), d(5)),
        lambda: "Order %s, %s items, total %s.%s" % (d(6), d(2), d(3), d(2)),
        lambda: "Meeting %02d:%02d - %02d:%02d, room %s.%s" % (chance.randint(8, 12), chance.choice([0, 15, 30]), chance.randint(13, 18), 45, d(1), d(2)),
        lambda: "%s  %s  %s  %s  %s" % (d(3), d(4), d(4), d(5), d(2)),
        lambda: "for (int i = 0; i < %s; ++i) total += rows[i].size();" % d(3),
        lambda: "Invoice RE-%s-%s, due in %s days" % (d(4), d(5), d(2)),
        lambda: "The quick report about %s was sent to everybody on page %s." % (c(["sales", "travel", "the budget"]), d(2)),
    ])()
