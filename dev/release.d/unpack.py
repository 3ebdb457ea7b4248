#!/usr/bin/env python3
"""Unpacks an image of an OCI layout: unpack.py LAYOUT FOLDER, or one layer: unpack.py --layer NAME LAYOUT FILE.tar"""
import gzip
import io
import json
import os
import sys
import tarfile


def blob(layout, descriptor):
    with open(os.path.join(layout, "blobs", *descriptor["digest"].split(":")), "rb") as f:
        return f.read()


def manifest(layout):
    with open(os.path.join(layout, "index.json")) as f:
        return json.loads(blob(layout, json.load(f)["manifests"][0]))


def layers(layout):
    """Name and content of each; one that another program wrote has its number as its name."""
    return [(layer.get("annotations", {}).get("dev.keelson.layer", str(at)), gzip.decompress(blob(layout, layer)))
            for at, layer in enumerate(manifest(layout)["layers"])]


def config(layout):
    return json.loads(blob(layout, manifest(layout)["config"]))["config"]


def main():
    if sys.argv[1] == "--layer":
        name, layout, target = sys.argv[2:]
        with open(target, "wb") as f:
            f.write(dict(layers(layout))[name])
        return
    layout, folder = sys.argv[1:]
    for _, content in layers(layout):
        with tarfile.open(fileobj=io.BytesIO(content)) as tar:
            tar.extractall(folder, filter="fully_trusted")


if __name__ == "__main__":
    main()
