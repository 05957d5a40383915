"""Pictures for notebooks, as SVG: the tree of orderings with xi, and the curve of a sweep."""

import html
import math

# Okabe and Ito's colours.
BLUE, VERMILION, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#888888"
CONTACTS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
DASHES = ("", "7 3", "2 3")  # of the contacts beyond these colours
MOST_NODES = 150  # of a tree that is drawn
MOST_LABELS = 24  # more edges than these have colours in place of names
STEP_X, NARROW_STEP_X, STEP_Y, MARGIN, RADIUS = 64, 30, 58, 34, 7


def _text(x, y, text, size=12, anchor="middle", colour="currentColor"):
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{html.escape(text)}</text>"


def _path(points, colour, width=1.5, dash=""):
    steps = " ".join(f"{'L' if i else 'M'}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(points))
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{steps}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'


def _svg(width, height, parts, label):
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" role="img" '
        'style="max-width:100%;height:auto" '
        f'aria-label="{html.escape(label)}">{"".join(parts)}</svg>'
    )


def _counted(number, one, many):
    return f"1 {one}" if number == 1 else f"{number:,} {many}"


def _headline(report):
    """One line: xi, orderings, outcomes, and whether the outcome is unique."""
    if report.jammed:
        none = report.jammed.proven == "no-ordering-ends"
        return "jammed: no ordering ends" if none else "jammed: some orderings never end"
    words = [f"ξ = {report.xi:.6g}"] if report.xi is not None else []
    if report.xi is None and report.xi_interval is not None:
        low, high = report.xi_interval
        words.append(f"ξ between {low:.6g} and {high:.6g}" if math.isfinite(high) else f"ξ at least {low:.6g}")
    if report.path is not None:
        words.append("one ordering: " + (" ".join(report.path[:20]) or "nothing closes"))
    elif report.orderings is not None:
        words.append(_counted(report.orderings, "ordering", "orderings"))
    words.append(_counted(len(report.outcomes), "outcome", "outcomes"))
    certificate = report.certificate
    if certificate.unique:
        words.append("unique for every momentum" + (f" ({certificate.group})" if certificate.group else ""))
    if not report.complete:
        words.append(f"not complete ({report.limit})" if report.limit else "not complete")
    return ", ".join(words)


class _Tree:
    """The places of the nodes and edges of a graph that are drawn, in pixels."""

    def __init__(self, graph):
        nodes, self.ends, bends = graph._layout(MOST_NODES)
        self.is_named = len(self.ends) <= MOST_LABELS
        left, step = min(x for x, _ in nodes), STEP_X if self.is_named else NARROW_STEP_X
        self.place = lambda point: (MARGIN + (point[0] - left) * step, MARGIN + point[1] * STEP_Y)
        self.nodes = [self.place(node) for node in nodes]
        self.bends = [[self.place(point) for point in bend] for bend in bends]
        everything = self.nodes + [point for bend in self.bends for point in bend]
        self.width = max(x for x, _ in everything) + MARGIN
        self.height = max(y for _, y in everything) + MARGIN


def _edges(tree, names):
    parts = []
    for (start, end, contact), bend in zip(tree.ends, tree.bends):
        points = [tree.nodes[start], *bend, tree.nodes[end]]
        line = _path(points, GREY) if tree.is_named else _contact_line(points, contact)
        parts.append(f"<g><title>{html.escape(names[contact])}</title>{line}</g>")
        if tree.is_named:
            middle = len(points) // 2
            (x0, y0), (x1, y1) = points[middle - 1], points[middle]
            x = (x0 + x1) / 2 + 5
            parts.append(_text(x, (y0 + y1) / 2 + 4, names[contact], 11, "start"))
            tree.width = max(tree.width, x + 7 * len(names[contact]) + 4)
    return parts if tree.is_named else parts + _legend(tree, names)


def _contact_line(points, contact):
    """A line in the colour of a contact."""
    return _path(points, CONTACTS[contact % len(CONTACTS)], 1.5, DASHES[contact // len(CONTACTS) % len(DASHES)])


def _legend(tree, names):
    """The names of the contacts in the colours of their edges, beside the tree."""
    parts = []
    left, widest = tree.width, 0
    for contact in sorted({contact for _, _, contact in tree.ends}):
        y = MARGIN + 18 * len(parts)
        name = _text(left + 24, y + 4, names[contact], 11, "start")
        parts.append(_contact_line([(left, y), (left + 18, y)], contact) + name)
        widest = max(widest, len(names[contact]))
    tree.width = left + 28 + 7 * widest
    tree.height = max(tree.height, MARGIN + 18 * len(parts))
    return parts


def _nodes(tree, ends):
    numbers = {node: number for number, node in enumerate(ends)}
    parts = []
    for node, (x, y) in enumerate(tree.nodes):
        colour = VERMILION if node in numbers else BLUE
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{colour}"/>')
        if node in numbers and len(numbers) > 1:
            parts.append(_text(x, y + 20, str(numbers[node]), 11))
    parts.append(_text(tree.nodes[0][0], tree.nodes[0][1] - 12, "p⁻"))
    return parts


def _xi_mark(tree, report, ends):
    """A dashed line between the two outcomes that are ξ apart."""
    if not report.xi or report.xi_pair is None or max(report.xi_pair) >= len(ends):
        return []
    pair = [ends[number] for number in report.xi_pair]
    if max(pair) >= len(tree.nodes):
        return []
    (x0, y0), (x1, y1) = (tree.nodes[node] for node in pair)
    low = max(y0, y1) + 30
    parts = [_path([(x0, y0 + 24), (x0, low), (x1, low), (x1, y1 + 24)], GREEN, 1.5, "4 3")]
    parts.append(_text((x0 + x1) / 2, low + 15, f"ξ = {report.xi:.4g}", 12, "middle", GREEN))
    tree.height = max(tree.height, low + 24)
    return parts


def _tree_svg(report):
    graph = report.graph
    tree = _Tree(graph)
    # Outcomes of inelastic impacts may be limits that several nodes share; then nodes have no numbers of outcomes.
    ends = [int(node) for node in graph.outcomes]
    marked = ends if len(ends) == len(report.outcomes) else []
    parts = _edges(tree, report.impact.names) + _nodes(tree, ends)
    parts += _xi_mark(tree, report, marked)
    shown = len(tree.nodes)
    if shown < len(graph):
        tree.height += 20
        parts.append(_text(8, tree.height - 8, f"the first {shown} of {len(graph):,} momenta", 11, "start"))
    return _svg(max(tree.width, 200), tree.height, parts, "the tree of orderings, " + _headline(report))


def report_html(report):
    """The headline of a report, and its tree."""
    title = f"<b>{html.escape(report.title)}</b><br>" if report.title else ""
    picture = _tree_svg(report) if report.graph is not None else ""
    return f"<div>{title}{html.escape(_headline(report))}<br>{picture}</div>"


def _segments(xs, ys):
    """The pieces of a curve between its gaps."""
    piece = []
    for x, y in zip(xs, ys):
        if math.isfinite(y):
            piece.append((x, y))
        elif piece:
            yield piece
            piece = []
    if piece:
        yield piece


def _curve_svg(name, xs, ys, measure):
    width, height, left, bottom = 440, 240, 64, 44
    finite = [y for y in ys if math.isfinite(y)]
    low, high = min([0.0, *finite]), max(finite)
    high = high if high > low else low + 1.0
    first, last = min(xs), max(xs)
    span = last - first or 1.0

    def place(x, y):
        return (
            left + (x - first) / span * (width - left - 14),
            height - bottom - (y - low) / (high - low) * (height - bottom - 14),
        )

    corner = place(first, low)
    parts = [_path([place(first, high), corner, place(first + span, low)], "currentColor", 1)]
    for piece in _segments(xs, ys):
        points = [place(x, y) for x, y in piece]
        if len(points) == 1:
            parts.append(f'<circle cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="2.5" fill="{BLUE}"/>')
        else:
            parts.append(_path(points, BLUE, 2))
    for x in (first, last):
        parts.append(_text(place(x, low)[0], height - bottom + 16, f"{x:.4g}", 11))
    for y in (low, high):
        parts.append(_text(left - 6, place(first, y)[1] + 4, f"{y:.4g}", 11, "end"))
    parts.append(_text((left + width) / 2, height - 8, name))
    parts.append(_text(left - 6, height / 2 - 10, "ξ" if measure == "xi" else measure, 12, "end"))
    return _svg(width, height, parts, f"{measure} over {name}")


def sweep_html(sweep):
    """The curve of a table over one parameter; None for others, which notebooks show by their repr."""
    if len(sweep.over) != 1 or not any(math.isfinite(y) for y in sweep.values):
        return None
    ((name, xs),) = sweep.over.items()
    title = f"<b>{html.escape(sweep.title)}</b><br>" if sweep.title else ""
    return f"<div>{title}{_curve_svg(name, xs.tolist(), sweep.values.tolist(), sweep.measure)}</div>"
