"""Results of a race: medians, the table, and files that are written whole or not at all."""

import json
import os
from pathlib import Path
from statistics import median


def entry(case: str, peer: str, ours: list, theirs: list, **more) -> dict:
    """One entry of race.json. The ratio is the median of the rounds' ratios: both sides of a ratio ran in one round."""
    ratios = [b / a for a, b in zip(ours, theirs)]
    return {"case": case, "peer": peer, "ratio": round(median(ratios), 3), "ours_seconds": round(median(ours), 5),
            "peer_seconds": round(median(theirs), 5), "repeats": len(ratios),
            "ratios": [round(ratio, 3) for ratio in ratios], **more}


def write_json(path: Path, value) -> None:
    """Beside the target first, then renamed: a reader sees the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    with open(temporary, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def table(header: list, rows: list) -> str:
    """A Markdown table with aligned columns; numbers come as text."""
    cells = [header] + rows
    widths = [max(len(row[c]) for row in cells) for c in range(len(header))]
    line = lambda row: "| " + " | ".join(text.ljust(w) for text, w in zip(row, widths)) + " |"
    rule = "|" + "|".join("-" * (w + 2) for w in widths) + "|"
    return "\n".join([line(header), rule] + [line(row) for row in rows])
