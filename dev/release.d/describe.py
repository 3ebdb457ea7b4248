#!/usr/bin/env python3
"""Prints, for scripts, what image.json says of the base and of the runtime: describe.py suite|packages|environment|modules
or what is written in the jar of itself: describe.py version|revision|libraries JAR"""
import sys
import zipfile

from image import description


def manifest(jar):
    with zipfile.ZipFile(jar) as archive:
        # A long line goes on in the next, after a space.
        text = archive.read("META-INF/MANIFEST.MF").decode().replace("\r\n", "\n").replace("\n ", "")
    return dict(line.split(": ", 1) for line in text.splitlines() if line)


def main():
    what = sys.argv[1]
    if what == "version":
        print(manifest(sys.argv[2])["Implementation-Version"])
    elif what == "revision":
        print(manifest(sys.argv[2]).get("Implementation-Revision", "unknown"))
    elif what == "libraries":
        print(manifest(sys.argv[2])["Class-Path"].replace(" ", "\n"))
    elif what == "modules":
        print(",".join(description()["modulesFoundAtRunTime"]))
    elif what == "packages":
        print(",".join(description()["base"]["packages"]))
    elif what == "environment":
        print("\n".join(description()["base"]["environment"]))
    else:
        print(description()["base"][what])


if __name__ == "__main__":
    main()
