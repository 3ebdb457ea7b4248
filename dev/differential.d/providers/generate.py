#!/usr/bin/env python3
"""Random scenarios with real providers: python3 generate.py FOLDER --seed 1 --count 20 writes their input halves.

One seed gives the same scenario; one that needs a provider that is not among --providers is drawn anew. Here are the
steps, what happens outside and which calls fail; families.py says which programs there are, values.py what is in them.
"""
import argparse
import copy
import json
import os
import random

import families
import values
from values import opt

PROVIDERS = ["keel", "bare", "legacy", "sea", "parts", "nodeparts", "pyparts", "random", "command", "std"]


class Gen(families.Families):
    """Draws one scenario: a program, and what becomes of it."""

    def __init__(self, seed, providers):
        super().__init__(random.Random("providers-%d" % seed))
        self.providers = set(providers)
        self.program = []
        self.sure = {}       # objects that are there for certain: id -> entry
        self.used = set()    # names of entries and objects that were used before
        self.config = {}
        self.common = {}     # what each step says
        self.opening = None  # a step before the program

    def scenario(self, name):
        family = self.family()
        families.FAMILIES[family].draw(self)
        steps = [self.opening] if self.opening else []
        steps.append(self.update())
        if self.faulty(family) and self.p(0.5):
            self.faults(steps[-1], [], first=True)
        self.settle(steps[-1], [])
        while len(steps) < self.r.choice([3, 4, 4, 5]):
            steps.append(self.step(family))
        if steps[-1]["op"] != "destroy" and len(steps) < 5 and self.p(0.6):
            steps.append(self.destroy())
        return {"name": name, "family": family, "steps": steps}

    def family(self):
        names = list(families.FAMILIES)
        while any(f.needs <= self.providers for f in families.FAMILIES.values()):
            name = self.r.choices(names, [families.FAMILIES[n].weight for n in names])[0]
            if families.FAMILIES[name].needs <= self.providers:
                return name
        raise SystemExit("There is nothing to draw of: " + ",".join(sorted(self.providers)))

    @staticmethod
    def faulty(family):
        return family in ("failures", "component-failures")

    def update(self):
        step = {"op": "update", "resources": [self.shown(entry) for entry in self.program]}
        if self.config:
            step["config"] = copy.deepcopy(self.config)
        step.update(copy.deepcopy(self.common))
        if self.coming:
            step["outside"] = [event for event, _ in self.coming]
        return step

    @staticmethod
    def shown(entry):
        """without what is only ours, and what says nothing"""
        return copy.deepcopy({k: v for k, v in entry.items() if v not in ({}, [], None) and k != "ours"})

    # -- steps

    def step(self, family):
        former = copy.deepcopy(self.program)
        if not self.program:
            self.add()
        kind = self.r.choices(["change", "refresh", "outside", "replace", "targets", "destroy", "same"],
                              [12, 2, 3, 1, 2, 1, 0.5])[0]
        if kind == "refresh":
            step = {"op": "refresh"}
            step.update(copy.deepcopy(self.common))
            self.outside(step)
        elif kind == "destroy":
            step = self.destroy()
        else:
            if kind in ("change", "targets") or self.p(0.5):
                self.changes(family)
            step = self.update()
            if kind == "outside":
                self.outside(step)
                if self.p(0.6):
                    step["refresh"] = True
            elif kind == "replace":
                self.some_targets(step, "replace", former)
            elif kind == "targets":
                self.some_targets(step, "targets", former)
        if self.p(0.7 if self.faulty(family) else 0.22):
            self.faults(step, former)
        elif step["op"] == "update" and self.p(0.08):
            step["continueOnError"] = True
        self.settle(step, former)
        return step

    def destroy(self):
        step = {"op": "destroy"}
        for entry in self.program:
            opt(entry).pop("import", None)      # what is deleted is not there to be imported again
        names = [e["name"] for e in self.resources()]
        if names and self.p(0.2):
            step["targets"] = sorted(self.r.sample(names, min(len(names), self.r.choice([1, 2]))))
        if self.p(0.15):
            step["continueOnError"] = True
        return step

    def changes(self, family):
        before = json.dumps(self.program) + json.dumps(self.config)
        for entry in self.program:
            if entry.get("inputs", {}).get("size") == -1:
                entry["inputs"]["size"] = 2
            if self.p(0.6):
                opt(entry).pop("import", None)
        for _ in range(8):
            for _ in range(self.r.choice([1, 2, 2, 3, 4])):
                own = families.FAMILIES[family].twists
                twist = self.r.choice(own) if own and self.p(0.35) else self.r.choices(
                    [Gen.change, Gen.options, Gen.rename_one, Gen.add, Gen.remove_one], [12, 3, 1, 2, 1.5])[0]
                twist(self)
            if json.dumps(self.program) + json.dumps(self.config) != before:
                return

    def change(self):
        entries = [e for e in self.program if self.changeable(e)]
        if entries:
            entry = self.r.choice(entries)
            self.other_input(entry, self.program[:self.program.index(entry)])

    def options(self):
        entries = self.customs(self.program)
        if entries:
            entry = self.r.choice(entries)
            before = self.program[:self.program.index(entry)]
            o = opt(entry)
            if o and self.p(0.4):
                key = self.r.choice(sorted(o))
                if key == "protect":
                    o[key] = False
                elif key not in ("provider", "import"):
                    del o[key]
            else:
                self.option(entry, before)

    def add(self):
        self.program.append(self.similar())

    def similar(self):
        """another resource as those that are there"""
        entries = [e for e in self.customs(self.program) if e["type"] in values.KEYS]
        if entries and self.p(0.8):
            like = self.r.choice(entries)
            entry = self.resource(like["type"], self.program)
            if opt(like).get("provider"):
                opt(entry)["provider"] = opt(like)["provider"]
            return entry
        return self.resource("keel:index:Thing", self.program)

    def remove_one(self):
        if len(self.program) > 1:
            self.drop(self.r.choice(self.program)["name"])

    def rename_one(self):
        entries = self.resources()
        if entries:
            self.rename(self.r.choice(entries))

    # -- what happens outside, and what fails

    def outside(self, step):
        events = []
        for ident in self.r.sample(sorted(self.sure), min(len(self.sure), self.r.choice([1, 1, 2]))):
            if self.p(0.5):
                events.append({"vanish": ident})
            else:
                events.append({"drift": ident, "set": self.r.choice(values.drifts(self.sure[ident]))})
        if events:
            step["outside"] = step.get("outside", []) + events

    def some_targets(self, step, key, former):
        there = {e["name"] for e in former}
        names = [e["name"] for e in self.resources() if e["name"] in there or key == "targets" and self.p(0.15)]
        if names:
            step[key] = sorted(self.r.sample(names, min(len(names), self.r.choice([1, 1, 2]))))

    def faults(self, step, former, first=False):
        """of what the step does, as far as can be seen"""
        could = []
        was = {e["name"]: e for e in former}
        for entry in self.program:
            for name, typ in values.objects(entry):
                if entry["name"] not in was:
                    could += [("create", name, typ)] * 3 + [("check", name, typ)]
                elif was[entry["name"]] != entry:
                    new = was[entry["name"]].get("inputs", {}).get("zone") != entry.get("inputs", {}).get("zone")
                    could += [(op, name, typ) for op in (["create", "create", "delete"] if new else ["update"] * 4)]
                    could += [(op, name, typ) for op in ("check", "diff")]
                if step["op"] == "refresh" or step.get("refresh"):
                    could += [("read", name, typ)] * 4
                if step["op"] == "destroy":
                    could += [("delete", name, typ)] * 4
        now = {e["name"] for e in self.program}
        for entry in former:
            if entry["name"] not in now and step["op"] == "update":
                could += [("delete", name, typ) for name, typ in values.objects(entry)] * 3
        could = [c for c in could if self.knows(*c)]
        if step["op"] == "refresh":
            could = [c for c in could if c[0] == "read"]
        elif step["op"] == "destroy":
            could = [c for c in could if c[0] == "delete"]
        faults = {}
        for op, name, typ in self.r.sample(could, min(len(could), self.r.choice([1, 1, 2]))):
            fault = {"op": op, "name": name}
            if op in ("create", "update", "read") and self.p(0.45):
                fault["partial"] = True
                if op == "create" and typ.startswith("bare") and self.p(0.3):
                    fault["outputs"] = {"inputs": {"zone": "z1", "label": "what the provider says"}}
            if op == "check" and typ.startswith(("bare", "legacy")) and self.p(0.4):
                fault["partial"] = True
            if self.p(0.3):
                fault["message"] = "half done" if fault.get("partial") else "no more of them"
            faults[op, name] = fault
        if not first and self.p(0.08) and any(t.startswith("bare") for _, _, t in could):
            faults["configure"] = {"op": "configure", "name": "bare"}
        if faults:
            step["faults"] = list(faults.values())
            if step["op"] != "refresh" and self.p(0.45):
                step["continueOnError"] = True

    @staticmethod
    def knows(op, name, typ):
        """which calls of a type ask for a failure"""
        kind = typ[typ.rindex(":") + 1:]
        if op == "check":
            return not typ.startswith("sea") and kind != "Final"
        if op == "diff":
            return typ.startswith(("bare", "legacy")) or kind == "Fixed"
        return op != "update" or kind != "Final"

    def settle(self, step, former):
        """keeps account of what is there for certain after the step"""
        if '"replaceWith"' in json.dumps(step.get("resources", [])):
            step.pop("continueOnError", None)      # the engine waits for ever if the other one fails
        for event in step.get("outside", []):
            self.sure.pop(event.get("vanish"), None)
        if step["op"] in ("destroy", "import") or step.get("replace") or step.get("autonaming"):
            self.sure = {} if step["op"] != "import" else self.sure
            return
        if step["op"] == "refresh":
            return
        was = {e["name"]: e for e in former}
        touched = {e["name"] for e in self.program if was.get(e["name"]) != e}
        touched |= set(was) - {e["name"] for e in self.program}
        grown = True
        while grown:
            more = {e["name"] for e in self.program if self.mentions(e, touched)} - touched
            grown = bool(more)
            touched |= more
        self.sure = {i: t for i, t in self.sure.items() if t.owner not in touched}
        for event, typ in self.coming:
            ident = event["create"]
            owner = [e["name"] for e in self.program if '"%s"' % ident in json.dumps(e)]
            self.sure[ident] = values.Object(typ, (owner or [""])[0])
        self.coming = []
        clean = not any(step.get(k) for k in ("faults", "targets", "monitor")) and not self.doubtful()
        for entry in self.program:
            fresh = {entry["name"], *(name for name, _ in values.objects(entry))} - self.used
            self.used |= fresh
            for name, typ in values.objects(entry):
                if clean and entry["name"] not in was and name in fresh and not opt(entry).get("aliases"):
                    self.sure[name + "-1"] = values.Object(typ, entry["name"])

    def doubtful(self):
        """whether something in the program may fail by itself"""
        return any(values.fails(e) for e in self.program)

    def mentions(self, entry, names):
        text = json.dumps({k: v for k, v in entry.items() if k != "name"})
        return any("${%s." % n in text or '"%s"' % n in text for n in names)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("folder")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--count", type=int, default=20)
    a.add_argument("--providers", default=",".join(PROVIDERS), help="those that are there, separated by commas")
    o = a.parse_args()
    os.makedirs(o.folder, exist_ok=True)
    for seed in range(o.seed, o.seed + o.count):
        name = "rand-providers-%d" % seed
        with open(os.path.join(o.folder, name + ".json"), "w") as f:
            json.dump(Gen(seed, o.providers.split(",")).scenario(name), f, indent=1)


if __name__ == "__main__":
    main()
