"""The findings of cases, as text for people and as Markdown for the docs."""
import re

BEGIN, END = "<!-- verify -->", "<!-- end of verify -->"
COLUMNS = ("quantity", "expected", "got", "error", "tolerance")


def verdict_of(finding):
    return "pass" if finding.passed else "FAIL"


def counted(number, noun):
    return f"{number} {noun}" + ("" if number == 1 else "s")


def as_text(result, seconds):
    rows = [COLUMNS + ("",)]
    rows += [tuple(getattr(finding, column) for column in COLUMNS) + (verdict_of(finding),) for finding in result.findings]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = [f"{result.name}: {result.title}", f"  {result.source}"]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        lines.append("  " + "  ".join(cells).rstrip())
    if result.fault:
        lines.append("  FAIL: " + result.fault.replace("\n", "\n    "))
    passed = sum(finding.passed for finding in result.findings)
    lines.append(f"  {passed} of {len(result.findings)} pass; {counted(result.runs, 'run')}, {seconds:.1f} s\n")
    return "\n".join(lines)


def verdict(results):
    findings = [finding for result in results for finding in result.findings]
    passed = sum(finding.passed for finding in findings)
    failed = [result.name for result in results if not result.passed]
    return f"{counted(len(results), 'case')}, {passed} of {len(findings)} quantities pass" + (
        f"; FAILED: {', '.join(failed)}" if failed else "")


def markdown_table(result):
    lines = [f"### {result.name}", "", f"{result.title}. Source: {result.source}.", "",
             "| " + " | ".join(COLUMNS) + " | |", "|---|" + "---:|" * (len(COLUMNS) - 1) + "---|"]
    for finding in result.findings:
        cells = [getattr(finding, column) for column in COLUMNS] + [verdict_of(finding)]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def write_markdown(path, results):
    """Replaces what stands between the marks."""
    text = path.read_text()
    parts = re.split(f"({re.escape(BEGIN)}\n|{re.escape(END)})", text)
    if len(parts) != 5:
        raise SystemExit(f"verify: {path} needs one line '{BEGIN}' and, after it, one line '{END}'")
    parts[2] = "\n" + "\n".join(markdown_table(result) for result in results) + "\n"
    path.write_text("".join(parts))
