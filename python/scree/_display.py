"""How things look in a notebook: plain HTML, no script, nothing from a network."""
import base64
import html

_SHOWN = (("bodies", "bodies", ""), ("fixed_bodies", "of them fixed", ""), ("bodies_to_come", "bodies to come", ""),
          ("walls", "walls", ""), ("mass", "mass", "kg"), ("least_radius", "least radius", "m"),
          ("most_radius", "most radius", "m"), ("time_step", "time step", "s"), ("time_step_criterion", "its criterion", ""),
          ("steps", "steps", ""), ("end_time", "ends at", "s"), ("frames", "frames", ""),
          ("overlaps_at_start", "overlaps at start", ""), ("seconds", "will take about", "s"))


def _number(value, unit):
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return f"{text} {unit}".strip()


def check_rows(facts):
    rows = [(name, _number(facts[key], unit)) for key, name, unit in _SHOWN if facts[key] not in (0, "") or key == "bodies"]
    rows += [("note", text) for text in facts["notes"]]
    rows += [("warning", text) for text in facts["warnings"]]
    return rows + ([("refused", facts["refusal"])] if facts["refusal"] else [])


def table(rows):
    cells = "".join(f"<tr><th style='text-align:left'>{html.escape(str(name))}</th>"
                    f"<td style='text-align:left'>{html.escape(str(value))}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"


def complaints(error):
    rows = "".join(f"<li><code>{html.escape(place)}</code> {html.escape(message)}</li>" for place, message in error.complaints)
    return f"<b>This scene cannot be built:</b><ul>{rows or html.escape(str(error))}</ul>"


def png(data, width=640):
    return f"<img width='{width}' src='data:image/png;base64,{base64.b64encode(data).decode()}'>"


class Bar:
    """How far a run is: a line in a terminal, a bar in a notebook."""

    def __init__(self):
        self._handle = None
        try:
            from IPython import get_ipython
            from IPython.display import HTML, display

            if get_ipython() is not None and "IPKernelApp" in get_ipython().config:
                self._html = HTML
                self._handle = display(HTML(""), display_id=True)
        except ImportError:
            pass

    def __call__(self, time, target):
        share = min(1.0, time / target) if target > 0 else 1.0
        text = f"t = {time:.4g} s of {target:.4g} s"
        if self._handle is not None:
            self._handle.update(self._html(f"<progress value='{share:.4f}' max='1'></progress> {text}"))
            return
        import sys

        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{100 * share:5.1f} %  {text}")
            sys.stderr.flush()

    def close(self, time):
        import sys

        if self._handle is not None:
            self._handle.update(self._html(f"t = {time:.4g} s"))
        elif sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
