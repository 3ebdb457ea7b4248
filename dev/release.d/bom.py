#!/usr/bin/env python3
"""Prints what is in the image, as CycloneDX: bom.py JAR.cdx.json BASE.tar RUNTIME-RELEASE-FILE VERSION
That is what the jar's own bill says, each Debian package of the base, and the JDK."""
import hashlib
import json
import sys
import tarfile
import urllib.parse
import uuid

STATUS = "var/lib/dpkg/status.d/"


def fields(text):
    """Of a file of Debian's or of a JDK: a line each; what goes on in the next line is left out."""
    pairs = (line.replace("=", ": ", 1).split(": ", 1) for line in text.splitlines() if line[:1].isalpha())
    return {pair[0]: pair[1].strip('"') for pair in pairs if len(pair) == 2}


def debian_packages(base):
    with tarfile.open(base) as tar:
        for entry in sorted(tar, key=lambda entry: entry.name):
            if entry.isfile() and STATUS in entry.name:
                package = fields(tar.extractfile(entry).read().decode())
                yield debian_component(package["Package"], package["Version"], package["Architecture"])


def debian_component(name, version, architecture):
    purl = "pkg:deb/debian/%s@%s?arch=%s" % (
        urllib.parse.quote(name), urllib.parse.quote(version, safe="~.+-"), architecture)
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


def jdk_component(release):
    with open(release) as f:
        properties = fields(f.read())
    version = properties["JAVA_RUNTIME_VERSION"] if "JAVA_RUNTIME_VERSION" in properties else properties["JAVA_VERSION"]
    return {"type": "platform", "bom-ref": "jdk@" + version, "name": "OpenJDK", "version": version,
            "properties": [{"name": "modules", "value": properties["MODULES"]}]}


def main():
    jar_bom, base, release, version = sys.argv[1:]
    with open(jar_bom) as f:
        bom = json.load(f)
    jar = bom["metadata"]["component"]
    added = [jar, jdk_component(release), *debian_packages(base)]
    image = {"type": "container", "bom-ref": "keelson-image@" + version, "name": "keelson", "version": version}
    bom["metadata"] = {"component": image}
    bom["components"] = added + bom["components"]
    bom["dependencies"] = [{"ref": image["bom-ref"], "dependsOn": [each["bom-ref"] for each in added]}
                           ] + bom["dependencies"]
    # From what is in it, as the jar's has it: the same image has the same.
    content = hashlib.sha256(json.dumps(bom["components"], sort_keys=True).encode()).hexdigest()
    bom["serialNumber"] = "urn:uuid:%s" % uuid.uuid5(uuid.NAMESPACE_URL, content)
    json.dump(bom, sys.stdout, indent=2, sort_keys=True)
    print()


if __name__ == "__main__":
    main()
