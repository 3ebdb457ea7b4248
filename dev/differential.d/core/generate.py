"""Random scenarios: generate.py --seed N --count K --out OUT  writes OUT/rand-<seed>.json
for the seeds N .. N+K-1. One seed always gives the same scenario (the generator
looks at the state and plan of the real binary while it builds the steps, and those
are deterministic after normalisation).
"""
import argparse, concurrent.futures, copy, json, os, random, re, shutil, sys, traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import record as rec  # noqa: E402

WORDS = ["v0", "v1", "v2", "v3", "red", "blue", "ü", "10.0.0.1"]
KEYS = ["k1", "k2", "k3", "k4", "k5"]


class World:
    """the configuration the generator is mutating"""

    def __init__(self, rnd):
        self.r = rnd
        self.nodes = {}   # name -> dict, in rank order (references go to lower ranks only)
        self.serial = 0
        self.p_ref = rnd.choice([0.3, 0.55, 0.8])
        self.p_trig = rnd.choice([0.15, 0.4, 0.7])
        self.p_cbd = rnd.choice([0.0, 0.12, 0.12, 0.35, 0.7])
        self.p_multi = rnd.choice([0.0, 0.15, 0.35])
        self.near = rnd.random() < 0.5
        self.p_rtb = rnd.choice([0, 0, 0.1, 0.25])
        self.p_ignore = rnd.choice([0, 0, 0.08])
        self.p_dep = rnd.choice([0.05, 0.15, 0.3])

    # -- expressions ------------------------------------------------------
    def lit(self, depth=0):
        r = self.r
        k = r.random()
        if k < 0.55:
            return r.choice(WORDS)
        if k < 0.72:
            return r.randrange(5)
        if k < 0.78:
            return r.random() < 0.5
        if k < 0.82:
            return None if depth else r.choice(WORDS)
        if depth >= 2 or k < 0.85:
            return r.choice([[], {}])
        if k < 0.93:
            return [self.lit(depth + 1) for _ in range(r.randrange(1, 3))]
        return {x: self.lit(depth + 1) for x in r.sample(["p", "q", "r"], r.randrange(1, 3))}

    def pick(self, below):
        r = self.r
        if not below:
            return None
        if self.near and r.random() < 0.7:
            return r.choice(below[-3:])
        return r.choice(below)

    def rf(self, below):
        t = self.pick(below)
        attr = self.r.choice(["id", "id", "id", "output", "output", "input"])
        return ("ref", t, self.r.choice(["all", "key", "corr", "corr"]), attr, self.r.randrange(5))

    def tree(self, below, p=None):
        r = self.r
        p = self.p_ref if p is None else p
        if below and r.random() < p:
            k = r.random()
            if k < 0.4:
                return self.rf(below)
            if k < 0.7:
                return ("list", [self.rf(below) for _ in range(r.randrange(1, 4))] + [("lit", self.lit(1))] * r.randrange(2))
            if k < 0.85:
                return ("obj", {"r": self.rf(below), "l": ("lit", self.lit(1))})
            return ("cat", self.rf(below), r.choice(WORDS))
        return ("lit", self.lit())

    def below(self, name):
        ns = list(self.nodes)
        return ns[: ns.index(name)] if name in ns else ns

    # -- nodes --------------------------------------------------------------
    def new(self):
        r = self.r
        name = "n%d" % self.serial
        self.serial += 1
        b = list(self.nodes)
        n = {"input": self.tree(b), "trig": None, "dep": [], "cbd": None, "mode": "one", "size": 0, "keys": [],
             "rtb": [], "ignore": None, "prevent": False}
        if r.random() < self.p_trig:
            n["trig"] = self.tree(b)
        if b and r.random() < self.p_dep:
            n["dep"] = [self.pick(b)]
        if r.random() < self.p_cbd:
            n["cbd"] = True
        elif r.random() < 0.04:
            n["cbd"] = False
        if r.random() < self.p_multi:
            if r.random() < 0.5:
                n["mode"], n["size"] = "count", r.randrange(0, 4)
            else:
                n["mode"], n["keys"] = "each", sorted(r.sample(KEYS, r.randrange(0, 4)))
            if r.random() < 0.6:
                n["input"] = ("list", [("self",), n["input"]])
        if b and r.random() < self.p_rtb:
            n["rtb"] = [(self.pick(b), r.choice(["", "input", "output", "id"]))]
        if r.random() < self.p_ignore:
            n["ignore"] = r.choice([["input"], ["triggers_replace"], "all"])
        self.nodes[name] = n
        return name

    # -- rendering to the neutral format ----------------------------------
    def expr(self, n, t):
        k = t[0]
        if k == "lit":
            return t[1]
        if k == "self":
            return {"one": "self", "count": {"$ref": "count.index"}, "each": {"$ref": "each.key"}}[n["mode"]]
        if k == "list":
            return [self.expr(n, x) for x in t[1]]
        if k == "obj":
            return {a: self.expr(n, x) for a, x in t[1].items()}
        if k == "cat":
            e = self.ref(n, t[1][:3] + ("id",) + t[1][4:], single=True)
            return {"$concat": [t[2] + "-", e]} if isinstance(e, dict) else t[2]
        return self.ref(n, t)

    def ref(self, n, t, single=False):
        _, name, sel, attr, i = t
        m = self.nodes.get(name)
        if m is None:
            return "gone-" + name
        if m["mode"] == "one":
            return {"$ref": "%s.%s" % (name, attr)}
        if sel == "corr":
            if m["mode"] == "count" and n["mode"] == "count" and 0 < n["size"] <= m["size"]:
                return {"$ref": "%s[count.index].%s" % (name, attr)}
            if m["mode"] == "each" and n["mode"] == "each" and n["keys"] and set(n["keys"]) <= set(m["keys"]):
                return {"$ref": "%s[each.key].%s" % (name, attr)}
        if sel != "all" or single:
            if m["mode"] == "count" and m["size"]:
                return {"$ref": "%s[%d].%s" % (name, i % m["size"], attr)}
            if m["mode"] == "each" and m["keys"]:
                return {"$ref": '%s["%s"].%s' % (name, m["keys"][i % len(m["keys"])], attr)}
        return "none" if single else {"$all": name, "attr": attr}

    def resources(self):
        out = []
        for name, n in self.nodes.items():
            r = {"name": name}
            if n["mode"] == "count":
                r["count"] = n["size"]
            elif n["mode"] == "each":
                r["for_each"] = {"set": list(n["keys"])}
            e = self.expr(n, n["input"])
            if e is not None:
                r["input"] = e
            if n["trig"] is not None:
                r["triggers_replace"] = self.expr(n, n["trig"])
            d = [x for x in n["dep"] if x in self.nodes]
            if d:
                r["depends_on"] = d
            lc = {}
            if n["cbd"] is not None:
                lc["create_before_destroy"] = n["cbd"]
            if n["prevent"]:
                lc["prevent_destroy"] = True
            if n["ignore"]:
                lc["ignore_changes"] = n["ignore"]
            rt = []
            for t, attr in n["rtb"]:
                if t not in self.nodes:
                    continue
                if attr and self.nodes[t]["mode"] == "one":
                    rt.append("%s.%s" % (t, attr))
                else:
                    rt.append(t)
            if rt:
                lc["replace_triggered_by"] = rt
            if n.get("pre"):
                lc["precondition"] = [n["pre"]]
            if n.get("post"):
                lc["postcondition"] = [n["post"]]
            if lc:
                r["lifecycle"] = lc
            out.append(r)
        return out

    def size(self):
        return sum(1 if n["mode"] == "one" else n["size"] if n["mode"] == "count" else len(n["keys"])
                   for n in self.nodes.values())

    # -- mutations: return extra step content --------------------------------
    def mutate(self, step):
        r = self.r
        ns = list(self.nodes)
        k = r.random()
        if not ns or (k < 0.10 and self.size() < 32):
            # a new node, sometimes used by an existing later one
            name = self.new()
            n = self.nodes.pop(name)
            at = r.randrange(len(self.nodes) + 1)
            items = list(self.nodes.items())
            low = [x for x, _ in items[:at]]
            n["input"] = self.tree(low)
            n["trig"] = self.tree(low) if n["trig"] else None
            n["dep"] = [x for x in n["dep"] if x in low]
            n["rtb"] = [x for x in n["rtb"] if x[0] in low]
            items.insert(at, (name, n))
            self.nodes = dict(items)
            for x, m in items[at + 1:]:
                if r.random() < 0.25:
                    m[r.choice(["input", "trig"])] = ("list", [("ref", name, "all", "id", 0), ("lit", self.lit(1))])
            return "add"
        name = r.choice(ns)
        n = self.nodes[name]
        if k < 0.30:
            # change a literal / the shape of the input
            old = self.expr(n, n["input"])
            for _ in range(5):
                t = self.tree(self.below(name)) if r.random() < 0.35 else self.vary(n["input"])
                n["input"] = t
                if self.expr(n, t) != old:
                    break
            return "input"
        if k < 0.50:
            t = n["trig"]
            if t is None:
                n["trig"] = ("lit", r.choice(WORDS)) if r.random() < 0.7 else self.tree(self.below(name))
            elif r.random() < 0.12:
                n["trig"] = None
            else:
                n["trig"] = self.vary(t)
            return "trigger"
        if k < 0.62:
            # remove a node; some references disappear, others become literals
            for m in self.nodes.values():
                m["input"] = self.drop(m["input"], name)
                if m["trig"] is not None:
                    m["trig"] = self.drop(m["trig"], name)
                m["rtb"] = [x for x in m["rtb"] if x[0] != name]
                m["dep"] = [x for x in m["dep"] if x != name]
            del self.nodes[name]
            if r.random() < 0.12:
                step.setdefault("removed", []).append({"from": name, "destroy": r.random() < 0.25})
            return "remove"
        if k < 0.68:
            n["cbd"] = r.choice([x for x in (True, True, None, False) if x != n["cbd"]])
            return "cbd"
        if k < 0.74:
            b = self.below(name)
            if n["dep"] and r.random() < 0.5:
                n["dep"] = []
            elif b:
                n["dep"] = sorted(set(n["dep"]) | {self.pick(b)})
            return "depends_on"
        if k < 0.84:
            return self.resize(name, n, step)
        if k < 0.89:
            return self.rename(name, n, step)
        if k < 0.93:
            b = self.below(name)
            n["rtb"] = [] if n["rtb"] or not b else [(self.pick(b), r.choice(["", "input", "output", "id"]))]
            return "rtb"
        if k < 0.96:
            n["ignore"] = None if n["ignore"] else r.choice([["input"], ["triggers_replace"], "all"])
            return "ignore"
        if k < 0.975:
            n["prevent"] = not n["prevent"]
            return "prevent"
        b = self.below(name)
        if b and not n.get("pre"):
            t = self.pick(b)
            e = self.ref(n, ("ref", t, "key", "id", 0), single=True)
            if isinstance(e, dict):
                n["pre"] = {"condition": {"$op": "!=", "args": [e, ""]}, "error_message": "always true"}
                n["_pre_t"] = t
        return "pre"

    def vary(self, t):
        r = self.r
        if t[0] == "lit":
            for _ in range(6):
                v = self.lit()
                if v != t[1]:
                    return ("lit", v)
            return ("lit", "other")
        if t[0] == "list":
            return ("list", [x for x in t[1]] + [("lit", self.lit(1))]) if len(t[1]) < 4 else ("list", t[1][:2] + [("lit", r.choice(WORDS) + "x")])
        if t[0] == "obj":
            return ("obj", {**t[1], "l": self.vary(t[1].get("l", ("lit", 0))) if t[1].get("l", ("lit", 0))[0] == "lit" else t[1]["l"]})
        if t[0] == "cat":
            return ("cat", t[1], t[2] + "x")
        return ("list", [t, ("lit", r.choice(WORDS))])

    def drop(self, t, name):
        if t[0] == "ref":
            return ("lit", self.r.choice(WORDS)) if t[1] == name else t
        if t[0] == "list":
            return ("list", [x for x in (self.drop(y, name) for y in t[1])])
        if t[0] == "obj":
            return ("obj", {k: self.drop(x, name) for k, x in t[1].items()})
        if t[0] == "cat" and t[1][1] == name:
            return ("lit", t[2])
        return t

    def resize(self, name, n, step):
        r = self.r
        if n["mode"] == "count" and r.random() < 0.8:
            n["size"] = r.choice([x for x in range(0, 5) if x != n["size"]])
            return "count"
        if n["mode"] == "each" and r.random() < 0.8:
            have, free = n["keys"], [x for x in KEYS if x not in n["keys"]]
            c = r.random()
            if have and free and c < 0.35:      # key rename, often with moved
                a, b = r.choice(have), r.choice(free)
                n["keys"] = sorted([x for x in have if x != a] + [b])
                if r.random() < 0.6:
                    step.setdefault("moved", []).append({"from": '%s["%s"]' % (name, a), "to": '%s["%s"]' % (name, b)})
                    return "moved"
            elif have and c < 0.65:
                n["keys"] = [x for x in have if x != r.choice(have)]
            elif free:
                n["keys"] = sorted(have + [r.choice(free)])
            return "for_each"
        old = n["mode"]
        new = r.choice([x for x in ("one", "count", "each") if x != old])
        oldaddr = {"one": name, "count": name + "[0]", "each": '%s["%s"]' % (name, n["keys"][0]) if n["keys"] else None}[old]
        n["mode"] = new
        n["size"] = r.randrange(1, 4) if new == "count" else 0
        n["keys"] = sorted(r.sample(KEYS, r.randrange(1, 3))) if new == "each" else []
        newaddr = {"one": name, "count": name + "[0]", "each": '%s["%s"]' % (name, n["keys"][0]) if n["keys"] else None}[new]
        if "each" in (old, new) and oldaddr and r.random() < 0.5:
            step.setdefault("moved", []).append({"from": oldaddr, "to": newaddr})
        return "mode"

    def rename(self, name, n, step):
        r = self.r
        new = "m%d" % self.serial
        self.serial += 1

        def sub(t):
            if t is None:
                return None
            if t[0] == "ref":
                return ("ref", new) + t[2:] if t[1] == name else t
            if t[0] == "list":
                return ("list", [sub(x) for x in t[1]])
            if t[0] == "obj":
                return ("obj", {k: sub(x) for k, x in t[1].items()})
            if t[0] == "cat":
                return ("cat", sub(t[1]), t[2])
            return t
        self.nodes = {new if k == name else k: v for k, v in self.nodes.items()}
        for m in self.nodes.values():
            m["input"], m["trig"] = sub(m["input"]), sub(m["trig"])
            m["dep"] = [new if x == name else x for x in m["dep"]]
            m["rtb"] = [(new if a == name else a, b) for a, b in m["rtb"]]
        if r.random() < 0.85:
            step.setdefault("moved", []).append({"from": name, "to": new})
        return "rename"

    def fix(self):
        """keep the preconditions valid"""
        for n in self.nodes.values():
            if n.get("pre") and n.get("_pre_t"):
                m = self.nodes.get(n["_pre_t"])
                e = m and self.ref(n, ("ref", n["_pre_t"], "key", "id", 0), single=True)
                if not isinstance(e, dict):
                    n["pre"] = n["_pre_t"] = None
                else:
                    n["pre"]["condition"]["args"][0] = e


def build(seed):
    rnd = random.Random("oracle-%d" % seed)
    w = World(rnd)
    k = rnd.random()
    count = rnd.randrange(3, 8) if k < 0.5 else rnd.randrange(8, 15) if k < 0.87 else rnd.randrange(15, 26)
    for _ in range(count):
        if w.size() < 34:
            w.new()
    nsteps = rnd.randrange(3, 7) if count < 15 else rnd.randrange(3, 5)
    sc = {"name": "rand-%05d" % seed, "tags": [], "about": "random, seed %d" % seed, "seed": seed, "steps": []}
    run = rec.Run(sc, 10, None)
    results, tags = [], set()
    steps = sc["steps"]
    tries = 0
    retry = None
    try:
        while len(steps) < nsteps or (retry and len(steps) < nsteps + 2):
            n = len(steps) + 1
            step = {}
            objs = [(a, i) for a, i in rec.Run.objects(run.raw_state())]
            cur = sorted(a for a, i in objs if not i.get("deposed"))
            last = n >= nsteps
            before = copy.deepcopy(w)
            for m in w.nodes.values():
                m.pop("post", None)
            opt = {}
            mutated = False
            if n > 1 and not (retry and rnd.random() < 0.75):
                x = rnd.random()
                if last and x < 0.25:
                    opt["mode"] = "destroy"
                elif x < 0.30 and cur:
                    opt["mode"] = "destroy" if rnd.random() < 0.5 else "refresh-only"
                    if opt["mode"] == "refresh-only" and rnd.random() < 0.6:
                        w.mutate(step)
                        mutated = True
                elif x < 0.37:
                    pass                                      # nothing changes
                else:
                    for _ in range(rnd.choice([1, 1, 2, 2, 3, 4, 6] if count > 7 else [1, 1, 2, 2, 3])):
                        w.mutate(step)
                    mutated = True
                if cur and not opt and rnd.random() < 0.12:
                    opt["replace"] = sorted(rnd.sample(cur, min(len(cur), rnd.choice([1, 1, 2]))))
                if cur and opt.get("mode") != "refresh-only" and rnd.random() < 0.07:
                    opt["target"] = sorted(rnd.sample(cur, min(len(cur), rnd.choice([1, 2]))))
                if cur and rnd.random() < 0.10:
                    tgt = [a for a, i in objs if not i.get("deposed") and i.get("status") != "tainted"]
                    if tgt:
                        step["surgery"] = [{"op": "taint", "addr": a} for a in sorted(rnd.sample(tgt, min(len(tgt), rnd.choice([1, 1, 2]))))]
            retry = None
            w.fix()
            step["resources"] = w.resources()
            if opt:
                step["plan"] = opt
            # preview, to choose failures that can happen and to refuse dull errors
            pv = rec.Run(sc, 10, None)
            shutil.rmtree(pv.dir)
            shutil.copytree(run.dir, pv.dir)
            pv.ids = dict(run.ids)
            try:
                ex = preview(pv, step)
            finally:
                shutil.rmtree(pv.dir, ignore_errors=True)
            if ex["errors"] is not None:
                cls = {e["class"] for e in ex["errors"]}
                if not cls <= {"prevent_destroy", "cycle", "apply_cycle", "moved"} or rnd.random() < 0.5:
                    w = before      # try something else
                    w.r = rnd
                    for m in w.nodes.values() if n == 1 else ():
                        m["rtb"], m["dep"], m["prevent"] = [], [], False
                    tries += 1
                    if tries > 25:
                        break
                    if n > 1 and not (mutated or opt):
                        w.mutate({})
                    continue
                tags |= {"error"} | cls
            elif rnd.random() < (0.28 if n > 1 else 0.18) and opt.get("mode") != "refresh-only":
                creates = [c["addr"] for c in ex["plan"]["changes"] if "create" in c["actions"]]
                tainted = {a for a, i in objs if i.get("status") == "tainted"} | {s["addr"] for s in step.get("surgery", [])}
                prior = {a for a, i in objs if not i.get("deposed")}
                deletes = [c["addr"] for c in ex["plan"]["changes"]
                           if c["actions"][0] == "delete" and not c.get("deposed") and c["addr"] in prior and c["addr"] not in tainted
                           and (opt.get("mode") != "destroy" or rec.split_addr(c["addr"])[0] in w.nodes)]
                fl = []
                for _ in range(rnd.choice([1, 1, 2])):
                    pool = creates if (creates and (not deletes or rnd.random() < 0.65)) else deletes
                    if not pool:
                        continue
                    a = rnd.choice(pool)
                    if pool is creates and rnd.random() < 0.2 and rec.split_addr(a)[0] in w.nodes:
                        nd = w.nodes[rec.split_addr(a)[0]]
                        nd["post"] = {"condition": {"$op": "==", "args": [{"$ref": "self.id"}, "never"]}, "error_message": "injected"}
                        step["resources"] = w.resources()
                        continue
                    f = {"addr": a, "when": "create" if pool is creates else "destroy"}
                    if f not in fl:
                        fl.append(f)
                if fl:
                    step["failures"] = sorted(fl, key=lambda f: (f["addr"], f["when"]))
            res = run.step(n, step)
            steps.append(step)
            results.append(res)
            # a failure that did not happen is removed (FORMAT.md)
            if step.get("failures"):
                keep = [f for f in step["failures"] if f["addr"] in res["fired"]]
                step["failures"] = keep
                if not keep:
                    del step["failures"]
            if res["result"] != "ok":
                if res["result"] == "plan_error":
                    r_ = rnd
                    w = copy.deepcopy(before)      # revert
                    w.r = r_
                    for m in w.nodes.values():
                        if "prevent_destroy" in {e["class"] for e in res["errors"]}:
                            m["prevent"] = False
                else:
                    retry = True
            if opt.get("mode") == "destroy" and rnd.random() < 0.5:
                break
    finally:
        shutil.rmtree(run.dir, ignore_errors=True)
    sc["tags"] = auto_tags(sc, results)
    return sc, results, run.seen_order, run.violations


def preview(pv, step):
    pv.surgery(step.get("surgery", []))
    prior = {}
    with open(os.path.join(pv.dir, "main.tf"), "w") as f:
        f.write(rec.render(step, prior, None))
    opt = step.get("plan", {})
    args = ["plan", "-json", "-out=plan"]
    if opt.get("mode", "normal") != "normal":
        args.append("-" + opt["mode"])
    args += ["-replace=" + rec.P + a for a in opt.get("replace", [])]
    args += ["-target=" + rec.P + a for a in opt.get("target", [])]
    rc, ev = pv.tfj(*args)
    if rc:
        return {"errors": rec.diags(ev)[0]}
    rc, out, err = pv.tf("show", "-json", "plan")
    plan, _ = pv.plan(rec.loads(out))
    return {"errors": None, "plan": plan}


def auto_tags(sc, results):
    t = {"random"}
    for s, x in zip(sc["steps"], results):
        for k, tag in (("moved", "moved"), ("removed", "removed"), ("failures", "failure"), ("surgery", "taint")):
            if s.get(k):
                t.add(tag)
        p = s.get("plan", {})
        if p.get("replace"):
            t.add("replace-option")
        if p.get("target"):
            t.add("target")
        if p.get("mode"):
            t.add({"destroy": "destroy-mode"}.get(p["mode"], p["mode"]))
        for r in s["resources"]:
            for k, tag in (("count", "count"), ("for_each", "for_each"), ("depends_on", "depends_on")):
                if k in r:
                    t.add(tag)
            for k, tag in (("create_before_destroy", "cbd"), ("ignore_changes", "ignore_changes"), ("replace_triggered_by", "replace_triggered_by"),
                           ("prevent_destroy", "prevent_destroy"), ("precondition", "conditions"), ("postcondition", "conditions")):
                if r.get("lifecycle", {}).get(k):
                    t.add(tag)
        for c in x.get("plan", {}).get("changes", []):
            if c["actions"] in (["delete", "create"], ["create", "delete"]):
                t.add("replace")
            elif c["actions"] in (["update"], ["delete"], ["create"]):
                t.add(c["actions"][0])
            elif c["actions"] == ["forget"]:
                t.add("forget")
        if x["result"] != "ok":
            t.add("error")
        for e in x.get("errors", []):
            if e["class"] == "apply_cycle":
                t.add("tf-cycle-bug")
        if any(o.get("deposed") for o in x["state"]):
            t.add("deposed")
    return sorted(t)


def one(seed):
    try:
        sc, results, orders, viol = build(seed)
        if not sc["steps"]:
            return seed, None, ["no steps"], (0, 0)
        entry, v, wit = rec.record(sc, [(1, None), (10, seed)], keep_pairs=False, first=(results, orders))
        for s in entry["steps"]:
            if s.pop("_unfired", None):
                v.append("unfired failure left")
        return seed, entry, viol + v, wit
    except Exception:
        return seed, None, [traceback.format_exc()], (0, 0)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--count", type=int, default=10)
    ap.add_argument("--out", required=True)
    ap.add_argument("-j", type=int, default=2)
    a = ap.parse_args()
    bad = 0
    with concurrent.futures.ProcessPoolExecutor(a.j) as ex:
        for seed, entry, viol, wit in ex.map(one, range(a.seed, a.seed + a.count)):
            if viol:
                bad += 1
                print("BAD", seed)
                for v in viol[:6]:
                    print("   ", v[:1500])
                continue
            os.makedirs(a.out, exist_ok=True)
            p = os.path.join(a.out, entry["name"] + ".json")
            rec.write(entry, p)
            print("ok", seed, "steps=%d size=%d free=%d witnessed=%d" % (len(entry["steps"]), os.path.getsize(p), *wit),
                  " ".join(s["expect"]["result"] for s in entry["steps"]), flush=True)
    print("bad:", bad)


if __name__ == "__main__":
    main()
