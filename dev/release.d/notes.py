#!/usr/bin/env python3
"""Prints what the changelog says of a version, for a snapshot what is not released: notes.py CHANGELOG.md VERSION"""
import sys


def main():
    path, version = sys.argv[1:]
    heading = "Unreleased" if version.endswith("-SNAPSHOT") else version
    with open(path) as f:
        lines = f.read().splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("## ")] + [len(lines)]
    for start, end in zip(starts, starts[1:]):
        if lines[start].split()[1].strip("[]") == heading:
            print("\n".join(lines[start + 1:end]).strip())
            return
    sys.exit("%s has no section for %s: give what is Unreleased the heading `## %s`." % (path, version, heading))


if __name__ == "__main__":
    main()
