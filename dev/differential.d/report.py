#!/usr/bin/env python3
"""What the runner made of scenarios: report.py REPORT.json FOLDER
Prints a block for each that differs, how many deviate by each row of docs/differences.md, and how many agree."""
import collections
import json
import os
import re
import sys


def told(report, kind):
    """That of scenarios with real providers tells one kind of lines only."""
    return report["told"] if "told" in report else report[kind]


def main():
    with open(sys.argv[1]) as f:
        verdicts = json.load(f)
    rows = collections.Counter()
    for report in verdicts.get("deviates", []):
        rows.update({row for line in told(report, "explained") for row in re.findall(r"\(([^()]*)\)$", line)})
    total = sum(name.endswith(".json") for name in os.listdir(sys.argv[2]))
    differs = verdicts.get("differs", [])
    deviates = len(verdicts.get("deviates", []))
    untried = len(verdicts.get("needs_pulumi_providers", []) + verdicts.get("missing", []))
    for report in differs:
        print("differs: %s/%s.json" % (sys.argv[2], report["name"]))
        for line in told(report, "unexplained"):
            print("  " + line)
    for row, count in sorted(rows.items()):
        print("deviates by %s: %d" % (row, count))
    print("differential: %d agree, %d deviate as documented, %d not tried, %d differ of %d" % (
        total - deviates - untried - len(differs), deviates, untried, len(differs), total))
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
