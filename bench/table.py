"""The results as one table for a terminal."""


def number(value):
    """About four digits."""
    if value == 0:
        return "0"
    digits = max(0, 3 - len(str(int(abs(value)))) + (abs(value) < 1))
    return f"{value:,.{digits}f}"


def of_row(lines):
    """[(row, title, [lines])] in the order of arrival."""
    rows = {}
    for line in lines:
        rows.setdefault((line["row"], line["title"]), []).append(line)
    return [(row, title, members) for (row, title), members in rows.items()]


def label(line):
    if "size" in line:
        return f"{line['name']}, {line['size']:,.0f} {line['axis']}"
    return line["name"]


def figure(line, first):
    """Columns: name, p10, p50, p99, unit, ratio to the first one of its row."""
    spread = [number(line[key]) if line["n"] > 1 else "" for key in ("p10", "p99")]
    beside = ""
    comparable = line is not first and line["unit"] == first["unit"] and "size" not in line
    if comparable and first["p50"] and line["p50"]:
        beside = f"{line['p50'] / first['p50']:.2f} x"
    return [label(line), spread[0], number(line["p50"]), spread[1], line["unit"], beside]


def verdict(line):
    bound = {"<=": "at most", ">=": "at least"}[line["bound"]]
    goal = f"goal: {bound} {line['limit']:g}"
    return ["=> " + line["goal"], "", number(line["value"]), "", line["unit"], f"{goal}: {'met' if line['met'] else 'missed'}"]


def circumstances(results):
    kind = "a quick run, whose figures mean nothing" if results["quick"] else "a whole run"
    load = f"load {results['load_before']:.1f} before, {results['load_after']:.1f} after"
    return [f"interlock {results['commit']}, {results['date']}, {kind}",
            f"{results['processor']}, {results['cores']} cores, {results['memory']}, {results['system']}; {load}"]


def text(results):
    head = ["", "p10", "p50", "p99", "", "p50 beside the row's first"]
    cells = []
    for row, title, members in of_row(results["lines"]):
        cells.append([f"{row}: {title}"])
        first = next((line for line in members if "p50" in line), None)
        cells += [[f"  {cell}" if i == 0 else cell for i, cell in enumerate(verdict(line) if "goal" in line else figure(line, first))]
                  for line in members]
    widths = [max(len(line[i]) for line in [head, *cells] if len(line) > 1) for i in range(len(head))]
    numeric = (1, 2, 3)
    layout = lambda line: "  ".join(c.rjust(w) if i in numeric else c.ljust(w) for i, (c, w) in enumerate(zip(line, widths))).rstrip()
    goals = [line for line in results["lines"] if "goal" in line]
    out = circumstances(results) + ["", layout(head)]
    out += [line[0] if len(line) == 1 else layout(line) for line in cells]
    out += [f"{program} FAILED: {why}" for program, why in results["failed"].items()]
    out += ["", f"{sum(line['met'] for line in goals)} of {len(goals)} goals met"]
    return "\n".join(out)
