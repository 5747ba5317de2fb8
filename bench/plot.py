"""The results as one SVG: a panel a row, bars of medians with their spread, lines for what grows."""
from xml.sax.saxutils import escape

import table

WIDTH, MARGIN, GAP, COLUMNS = 1180, 28, 20, 2
PANEL = (WIDTH - 2 * MARGIN - GAP) // COLUMNS
LABEL, FIGURE = 252, 98  # room for names on the left, for numbers on the right
BAR, HEAD, FOOT = 22, 52, 12
LINES_HEIGHT = 170
OURS, THEIRS, INK, FAINT, MET, MISSED = "#1f6f6b", "#b9c2cc", "#1d2733", "#66727f", "#2e7d32", "#c62828"
SERIES = ["#1f6f6b", "#c2703d", "#5b6fb5", "#8a5a8c"]


def text(x, y, words, size=12, colour=INK, anchor="start", weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(words)}</text>')


def rectangle(x, y, width, height, colour, radius=2, more=""):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius}" fill="{colour}" {more}/>'


def line(x1, y1, x2, y2, colour, width=1.0, more=""):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}" {more}/>'


def shortened(words, room=38):
    return words if len(words) <= room else words[:room - 1] + "…"


def bars(figures, x, y):
    """One unit's bars, from y on; and where they end."""
    out = []
    room = PANEL - LABEL - FIGURE - 24
    longest = max(max(each["p50"], each["p90"] if each["n"] > 1 else 0) for each in figures) or 1
    for each in figures:
        left, middle = x + LABEL, y + BAR / 2
        out.append(text(left - 8, middle + 4, shortened(each["name"]), 11.5, FAINT if each["peer"] else INK, "end"))
        out.append(rectangle(left, y + 4, max(1.5, room * each["p50"] / longest), BAR - 8, THEIRS if each["peer"] else OURS))
        if each["n"] > 1:
            low, high = (left + room * min(each[key], longest) / longest for key in ("p10", "p90"))
            out.append(line(low, middle, high, middle, INK, 1.2, 'opacity="0.65"'))
            out += [line(end, middle - 3, end, middle + 3, INK, 1.2, 'opacity="0.65"') for end in (low, high)]
        out.append(text(x + PANEL - 12, middle + 4, f"{table.number(each['p50'])} {each['unit']}", 11.5, INK, "end"))
        y += BAR
    return out, y


def curves(figures, x, y):
    """Figures at several sizes, relative to the largest of each: the chart shows the shape, the table the numbers."""
    out = []
    left, right, top, bottom = x + 30, x + PANEL - 24, y + 8, y + LINES_HEIGHT - 42
    series = {}
    for each in figures:
        series.setdefault(each["name"], []).append(each)
    widest = max(each["size"] for each in figures) or 1
    place = lambda each, most: (left + (right - left) * each["size"] / widest, bottom - (bottom - top) * each["p50"] / most)
    for share in (0, 0.5, 1):
        height = bottom - (bottom - top) * share
        out.append(line(left, height, right, height, "#e3e7eb"))
    for each in sorted({each["size"] for each in figures}):
        at = left + (right - left) * each / widest
        out.append(line(at, bottom, at, bottom + 4, FAINT))
    out.append(text(left, bottom + 16, "0", 10.5, FAINT, "middle"))
    out.append(text(right, bottom + 16, f"{widest:,.0f} {figures[0]['axis']}", 10.5, FAINT, "end"))
    legend = y + LINES_HEIGHT - 8
    for (name, points), colour in zip(series.items(), SERIES):
        most = max(each["p50"] for each in points) or 1
        way = [place(each, most) for each in points]
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in way)}"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in way]
        ends = f"{name}: {table.number(points[0]['p50'])} to {table.number(points[-1]['p50'])} {points[0]['unit']}"
        out.append(line(left, legend - 4, left + 14, legend - 4, colour, 2.5))
        out.append(text(left + 20, legend, ends, 11.5))
        legend += 16
    return out, legend + 2


def panel(row, title, members, x, y):
    figures = [each for each in members if "p50" in each]
    goals = [each for each in members if "goal" in each]
    out = [text(x + 14, y + 24, row, 14.5, INK, weight="bold"), text(x + 14, y + 41, title, 11.5, FAINT)]
    end = y + HEAD
    if figures and "size" in figures[0]:
        drawn, end = curves(figures, x, end)
        out += drawn
    else:
        for unit in dict.fromkeys(each["unit"] for each in figures):
            drawn, end = bars([each for each in figures if each["unit"] == unit], x, end)
            out += drawn
            end += 5
    for each in goals:
        colour = MET if each["met"] else MISSED
        bound = {"<=": "≤", ">=": "≥"}[each["bound"]]
        value = f"{table.number(each['value'])} {each['unit']}".strip()
        said = f"{each['goal']}: {value}, goal {bound} {each['limit']:g}"
        out.append(f'<circle cx="{x + 20}" cy="{end + 8}" r="4.5" fill="{colour}"/>')
        out.append(text(x + 32, end + 12, said, 11.5))
        out.append(text(x + PANEL - 12, end + 12, "met" if each["met"] else "missed", 11.5, colour, "end", "bold"))
        end += 19
    height = end + FOOT - y
    frame = rectangle(x, y, PANEL, height, "#ffffff", 8, 'stroke="#d9dee3"')
    return [frame, *out], height


def svg(results):
    heights = [MARGIN + 62] * COLUMNS
    body = []
    for row, title, members in table.of_row(results["lines"]):
        column = heights.index(min(heights))
        drawn, height = panel(row, title, members, MARGIN + column * (PANEL + GAP), heights[column])
        body += drawn
        heights[column] += height + GAP
    total = max(heights) - GAP + MARGIN
    goals = [each for each in results["lines"] if "goal" in each]
    said = table.circumstances(results)
    head = [
        text(MARGIN, MARGIN + 14, f"interlock: {sum(each['met'] for each in goals)} of {len(goals)} goals met", 20, weight="bold"),
        text(MARGIN, MARGIN + 34, said[0], 12, FAINT),
        text(MARGIN, MARGIN + 50, said[1], 12, FAINT),
        text(WIDTH - MARGIN, MARGIN + 14, "bars: medians, with 10th and 90th percentile; grey: peers", 12, FAINT, "end"),
    ]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{total:.0f}" viewBox="0 0 {WIDTH} {total:.0f}" '
        'font-family="DejaVu Sans, Verdana, sans-serif">',
        rectangle(0, 0, WIDTH, total, "#f4f6f8", 0), *head, *body, "</svg>", ""])
