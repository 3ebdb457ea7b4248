#!/usr/bin/env python3
"""The smallest scenario that still differs as a recorded one does:
shrink.py core|modules|pulumi|providers FILE OUT [--upstream FOLDER] [RECORDER ...]
Takes away steps, then what is in them (the same thing in all steps first), records what is left, and asks
dev/differential about it. Writes OUT/NAME.json after each success, so that it may be ended at any time."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DIFFERENTIAL = os.path.join(os.path.dirname(HERE), "differential")
REPORTS = {"pulumi": "conformance-pulumi.json", "providers": "conformance-pulumi-providers.json"}
# One batch is one recording and one start of the runner.
BATCH = 12


def bare(scenario):
    kept = {k: v for k, v in scenario.items() if k != "terraform"}
    kept["steps"] = [{k: v for k, v in step.items() if k != "expect" and not k.startswith("_")}
                     for step in scenario["steps"]]
    return kept


def label(value, index):
    """What stands for an element of a list: its name or address, where it has one."""
    if isinstance(value, dict):
        for key in ("name", "addr", "resource", "from", "to"):
            if isinstance(value.get(key), str):
                return key + "=" + value[key]
    return "#%d" % index


def places(tree, path=()):
    """Everything that can be taken away, outermost first, by its path."""
    items = tree.items() if isinstance(tree, dict) else (
        ((label(v, i), v) for i, v in enumerate(tree)) if isinstance(tree, list) else ())
    for key, value in items:
        yield path + (key,)
        yield from places(value, path + (key,))


def without(tree, gone, path=()):
    if isinstance(tree, dict):
        return {k: without(v, gone, path + (k,)) for k, v in tree.items() if path + (k,) not in gone}
    if isinstance(tree, list):
        keys = [path + (label(v, i),) for i, v in enumerate(tree)]
        return [without(v, gone, k) for k, v in zip(keys, tree) if k not in gone]
    return tree


def atoms(scenario, depth):
    """Sets of paths that are taken away together. Depth 0: steps; 1: the same in all steps; 2: in one of them."""
    if depth == 0:
        return [{("steps", "#%d" % i)} for i in range(len(scenario["steps"]))]
    groups = {}
    for i, step in enumerate(scenario["steps"]):
        for path in places(step):
            if path[-1] in ("name", "type", "addr", "op") or len(path) > 6:
                continue
            groups.setdefault((path, 0 if depth == 1 else i), set()).add(("steps", "#%d" % i) + path)
    for key in ("modules", "types"):
        for path in places(scenario.get(key, {})):
            groups.setdefault(((key,) + path, 0), set()).add((key,) + path)
    return [groups[k] for k in sorted(groups, key=lambda k: (len(k[0]), str(k)))]


def differences(report):
    """What differs, without numbers of steps and addresses: the same kind of difference is looked for."""
    return {re.sub(r"step \d+: |\S*\w+\.\S+|<id[^>]*>|\bn\d+\S*|\br\d+\S*|\d+", "", line.split(" [")[0])
            for line in report.get("unexplained", report.get("told"))}


class Shrinking:
    def __init__(self, kind, file, out, *recorder):
        self.kind, self.out = kind, out
        # What the runner is told, too; then the command that records.
        told = 2 if recorder[:1] == ("--upstream",) else 0
        self.options, self.recorder = recorder[:told], recorder[told:]
        with open(file) as f:
            self.scenario = bare(json.load(f))
        self.name = self.scenario["name"]
        self.wanted = None

    def record(self, candidates, folder):
        bare_folder = os.path.join(folder, "in")
        os.makedirs(bare_folder)
        files = []
        for i, each in enumerate(candidates):
            files.append(os.path.join(bare_folder, "c%02d.json" % i))
            with open(files[-1], "w") as f:
                json.dump(dict(each, name="c%02d" % i), f)
        recorded = os.path.join(folder, "recorded")
        os.makedirs(recorded)
        if self.kind == "pulumi":
            half = os.path.join(folder, "half")
            os.makedirs(half)
            for file in files:
                run([*self.recorder, "-out", half, file])
            run([sys.executable, os.path.join(HERE, "pulumi", "tables.py"), half, recorded])
        elif self.kind == "providers":
            run([*self.recorder, "-out", recorded, *files])
        else:
            run([sys.executable, os.path.join(HERE, "core", "record.py"), *files, "--out", recorded, "--runs", "one"])
        return recorded

    def verdicts(self, candidates):
        """By the number of a candidate: what differs, of those that can be recorded and run."""
        folder = tempfile.mkdtemp()
        try:
            recorded = self.record(candidates, folder)
            if not os.listdir(recorded):
                return {}
            run([DIFFERENTIAL, self.kind, "--dir", recorded, *self.options])
        finally:
            shutil.rmtree(folder)
        report = os.path.join("target", REPORTS.get(self.kind, "conformance.json"))
        if os.path.exists(report):
            with open(report) as f:
                found = json.load(f).get("differs", [])
            return {int(each["name"][1:3]): differences(each) for each in found}
        # The runner does not get through one of them.
        half = len(candidates) // 2
        if not half:
            return {}
        return self.verdicts(candidates[:half]) | {
            half + i: found for i, found in self.verdicts(candidates[half:]).items()}

    def first_that_differs(self, candidates):
        for start in range(0, len(candidates), BATCH):
            batch = candidates[start:start + BATCH]
            found = self.verdicts(batch)
            # What differs in another way, too, is another matter.
            fits = [i for i in found if found[i] and found[i] <= self.wanted]
            if fits:
                return min((batch[i] for i in fits), key=size)
        return None

    def run(self):
        self.wanted = self.verdicts([self.scenario]).get(0)
        if not self.wanted:
            sys.exit("%s does not differ when it is recorded again." % self.name)
        for depth in (0, 1, 2):
            self.reduce(depth)
        print("shrunk: %s" % os.path.join(self.out, self.name + ".json"))

    def reduce(self, depth):
        """Takes away halves, then quarters, and so on, down to single things."""
        parts = 2
        while True:
            all_atoms = atoms(self.scenario, depth)
            parts = min(parts, len(all_atoms))
            if not all_atoms:
                return
            length = -(-len(all_atoms) // parts)
            chunks = [set().union(*all_atoms[i:i + length]) for i in range(0, len(all_atoms), length)]
            candidates = [c for c in (without(self.scenario, chunk) for chunk in chunks) if c.get("steps")]
            smaller = self.first_that_differs(candidates)
            if smaller is not None:
                self.keep(smaller)
                parts = max(parts - 1, 2)
            elif length == 1:
                return
            else:
                parts *= 2

    def keep(self, scenario):
        self.scenario = scenario
        os.makedirs(self.out, exist_ok=True)
        folder = tempfile.mkdtemp()
        try:
            recorded = self.record([scenario], folder)
            with open(os.path.join(recorded, "c00.json")) as f:
                entry = dict(json.load(f), name=self.name)
        finally:
            shutil.rmtree(folder)
        with open(os.path.join(self.out, self.name + ".json"), "w") as f:
            json.dump(entry, f, ensure_ascii=False, indent=1)
        print("%s: %d steps, %d characters" % (self.name, len(scenario["steps"]), size(scenario)), flush=True)


def size(scenario):
    return len(json.dumps(scenario))


def run(command):
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    Shrinking(*sys.argv[1:]).run()
