"""Random scenarios with modules: generate.py --seed N --count K --out OUT writes OUT/rand-mod-<seed>.json
for the seeds N .. N+K-1. One seed always gives the same scenario. Extends ../core/generate.py: every body
(the root, every definition) is one of its worlds, with calls, variables and outputs beside the resources.
"""
import argparse, concurrent.futures, copy, importlib.util, os, random, shutil, sys, traceback

HERE = os.path.dirname(os.path.abspath(__file__))
CORE = os.path.join(HERE, "..", "core")
sys.path.insert(0, CORE)
import record as rec  # noqa: E402

_spec = importlib.util.spec_from_file_location("core_generate", os.path.join(CORE, "generate.py"))
core = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(core)
WORDS, KEYS = core.WORDS, core.KEYS
sys.path.insert(0, HERE)
import twists  # noqa: E402
DULL_OK = {"prevent_destroy", "cycle", "apply_cycle", "moved"}


class Body(core.World):
    def __init__(self, rnd, tree, variables):
        super().__init__(rnd)
        self.tree_, self.vars = tree, variables
        self.calls, self.outs = {}, {}

    # -- what can be referred to
    def reach(self, pos):
        return ["var." + x for x in self.vars] + list(self.nodes)[:pos] + [
            "module." + c for c, x in self.calls.items() if x["pos"] <= pos]

    def below(self, name):
        ns = list(self.nodes)
        return self.reach(ns.index(name) if name in ns else len(ns))

    def new(self):
        name = super().new()
        n = self.nodes[name]
        if self.vars or self.calls:
            n["input"] = self.tree(self.below(name))
            if n["trig"] is not None:
                n["trig"] = self.tree(self.below(name))
        if n["mode"] != "one" and self is not self.tree_.root:
            n["size"], n["keys"] = min(n["size"], 2), n["keys"][:2]
        return name

    def new_call(self, defs):
        r, pos = self.r, len(self.nodes)
        name = "c%d" % self.tree_.tick()
        if pos and r.random() < 0.5:
            pos = r.randrange(pos + 1)
        c = {"def": r.choice(defs), "inputs": {}, "mode": "one", "size": 0, "keys": [], "dep": [], "pos": pos}
        k = r.random()
        if k < 0.2:
            c["mode"], c["size"] = "count", r.choice([0, 1, 2, 2])
        elif k < 0.5:
            c["mode"], c["keys"] = "each", sorted(r.sample(KEYS, r.choice([0, 1, 2, 2])))
        b = self.reach(pos)
        for x in self.tree_.defs[c["def"]].vars:
            if r.random() < 0.85:
                c["inputs"][x] = self.tree(b, 0.6)
                if c["mode"] != "one" and r.random() < 0.5:
                    c["inputs"][x] = ("list", [("self",), c["inputs"][x]])
        if r.random() < 0.15 and len([x for x in b if not x.startswith("var.")]):
            c["dep"] = [r.choice([x for x in b if not x.startswith("var.")])]
        self.calls[name] = c
        return name

    def new_outs(self):
        self.outs = {"o%d" % i: self.rf(self.reach(99)) if self.r.random() < 0.85 else self.tree(self.reach(99))
                     for i in range(self.r.randrange(1, 4))}

    # -- rendering
    def expr(self, n, t):
        if t[0] == "cat" and t[1][1].startswith(("var.", "module.")):
            return [self.expr(n, t[1]), t[2]]
        return super().expr(n, t)

    def ref(self, n, t, single=False):
        _, name, sel, attr, i = t
        if name.startswith("var."):
            return {"$ref": name} if name[4:] in self.vars else "gone"
        if not name.startswith("module."):
            return super().ref(n, t, single)
        c = self.calls.get(name[7:])
        outs = list(self.tree_.defs[c["def"]].outs) if c else []
        if not outs:
            return "gone-" + name
        self.nodes[name] = c                      # a call repeats as a resource does
        try:
            return super().ref(n, ("ref", name, sel, outs[i % len(outs)], i), single)
        finally:
            del self.nodes[name]

    def declared(self, ds):
        return [x for x in ds if x in self.nodes or (x.startswith("module.") and x[7:] in self.calls)]

    def render(self, root):
        out = {}
        if not root:
            out["variables"] = [{"name": x, "default": None} for x in self.vars]
        out["resources"] = self.resources()
        for r in out["resources"]:
            d = self.declared(self.nodes[r["name"]]["dep"])
            r.pop("depends_on", None)
            if d:
                r["depends_on"] = d
        calls = []
        for name, c in self.calls.items():
            x = {"name": name, "definition": c["def"]}
            if c["mode"] == "count":
                x["count"] = c["size"]
            elif c["mode"] == "each":
                x["for_each"] = {"set": list(c["keys"])}
            ins = {k: self.expr(c, t) for k, t in c["inputs"].items() if k in self.tree_.defs[c["def"]].vars}
            if ins:
                x["inputs"] = ins
            if self.declared(c["dep"]):
                x["depends_on"] = self.declared(c["dep"])
            calls.append(x)
        if calls or root:
            out["calls"] = calls
        if not root:
            one = {"mode": "one", "size": 0, "keys": []}
            out["outputs"] = [{"name": k, "value": self.expr(one, t)} for k, t in self.outs.items()]
        return out

    # -- mutations
    def rename(self, name, n, step):
        at = list(self.nodes).index(name)
        super().rename(name, n, step)
        self.rewire(name, list(self.nodes)[at])
        return "rename"

    def rewire(self, old, new):
        def sub(t):
            if t is None:
                return None
            if t[0] == "ref":
                return ("ref", new) + t[2:] if t[1] == old else t
            if t[0] == "list":
                return ("list", [sub(x) for x in t[1]])
            if t[0] == "obj":
                return ("obj", {k: sub(x) for k, x in t[1].items()})
            return ("cat", sub(t[1]), t[2]) if t[0] == "cat" else t
        for c in self.calls.values():
            c["inputs"] = {k: sub(t) for k, t in c["inputs"].items()}
            c["dep"] = [new if x == old else x for x in c["dep"]]
        self.outs = {k: sub(t) for k, t in self.outs.items()}
        for m in self.nodes.values():
            m["input"], m["trig"] = sub(m["input"]), sub(m["trig"])
            m["dep"] = [new if x == old else x for x in m["dep"]]

    def mutate_call(self, step, defs):
        r = self.r
        k = r.random()
        if not self.calls or k < 0.12:
            if len(self.calls) < 4:
                name = self.new_call(defs)
                for m in self.nodes.values():
                    if r.random() < 0.2 and list(self.nodes.values()).index(m) >= self.calls[name]["pos"]:
                        m["input"] = ("ref", "module." + name, "all", "id", r.randrange(5))
            return
        name = r.choice(list(self.calls))
        c = self.calls[name]
        mod = "module." + name
        if k < 0.30:
            xs = self.tree_.defs[c["def"]].vars
            if xs:
                x = r.choice(xs)
                t = c["inputs"].get(x)
                b = self.reach(c["pos"])
                if r.random() < 0.2:      # perhaps both ways
                    b = b + ["module." + o for o in self.calls if o != name]
                c["inputs"][x] = self.vary(t) if t and r.random() < 0.6 else self.tree(b, 0.7)
        elif k < 0.55:
            self.resize(mod, c, step) if c["mode"] != "one" or r.random() < 0.6 else None
        elif k < 0.66:
            del self.calls[name]
            if r.random() < 0.2:
                step.setdefault("removed", []).append({"from": mod, "destroy": r.random() < 0.2})
        elif k < 0.76:
            new = "c%d" % self.tree_.tick()
            self.calls = {new if x == name else x: y for x, y in self.calls.items()}
            self.rewire(mod, "module." + new)
            if r.random() < 0.85:
                step.setdefault("moved", []).append({"from": mod, "to": "module." + new})
        elif k < 0.84:
            b = [x for x in self.reach(c["pos"]) if not x.startswith("var.") and x != mod]
            c["dep"] = [] if c["dep"] or not b else [r.choice(b)]
        elif k < 0.88:
            c["def"] = r.choice(defs)
        else:
            self.carry(name, c, mod, step)

    def carry(self, name, c, mod, step):
        """a resource into a module or out of it"""
        r, d = self.r, self.tree_.defs[c["def"]]
        at = mod + ("[%d]" % r.randrange(c["size"]) if c["mode"] == "count" and c["size"] else
                    '["%s"]' % r.choice(c["keys"]) if c["mode"] == "each" and c["keys"] else "") + "." + rec.P
        if (c["mode"] == "count" and not c["size"]) or (c["mode"] == "each" and not c["keys"]):
            return
        if r.random() < 0.6 and self.nodes:
            x = r.choice(list(self.nodes))
            n = self.nodes.pop(x)
            new = "k%d" % self.tree_.tick()
            d.nodes[new] = {**n, "input": d.tree(d.below("")), "dep": [], "rtb": [], "pre": None}
            if n["trig"] is not None and n["trig"][0] != "lit":
                d.nodes[new]["trig"] = ("lit", "v0")
            step.setdefault("moved", []).append({"from": x, "to": at + new})
        elif len(d.nodes) > 1:
            x = r.choice(list(d.nodes))
            n = d.nodes.pop(x)
            new = "k%d" % self.tree_.tick()
            self.nodes[new] = {**n, "input": self.tree(self.reach(99)), "trig": n["trig"] and ("lit", "v0"), "dep": [], "rtb": [], "pre": None}
            step.setdefault("moved", []).append({"from": at + x, "to": new})


class Tree:
    def __init__(self, rnd):
        self.r, self.serial, self.defs = rnd, 0, {}
        self.root = Body(rnd, self, [])
        leaves = ["d%d" % i for i in range(rnd.choice([1, 2, 2]))]
        uppers = ["e0"] if rnd.random() < 0.45 else []
        for d in leaves + uppers:
            b = self.defs[d] = Body(rnd, self, ["x", "y"][:rnd.choice([1, 2, 2])])
            b.p_multi = rnd.choice([0, 0, 0.25])
            for _ in range(rnd.choice([1, 2, 2, 3])):
                b.new()
            if d in uppers:
                for _ in range(rnd.choice([1, 1, 2])):
                    b.new_call(leaves)
                if rnd.random() < 0.5:
                    b.new()
            b.new_outs()
        self.leaves = leaves
        for _ in range(rnd.randrange(1, 4)):
            self.root.new()
        for _ in range(rnd.choice([1, 2, 2, 3])):
            self.root.new_call(list(self.defs))
        for _ in range(rnd.randrange(1, 3)):
            self.root.new()

    def tick(self):
        self.serial += 1
        return self.serial - 1

    def bodies(self):
        return {"": self.root, **self.defs}

    def again(self, rnd):
        self.r = rnd
        for b in self.bodies().values():
            b.r = rnd
        return self

    def mutate(self, extra):
        r = self.r
        name = r.choice(["", "", ""] + list(self.defs))
        b = self.bodies()[name]
        e = extra.setdefault(name, {})
        k = r.random()
        if name in self.leaves:
            defs = []
        else:
            defs = list(self.defs) if name == "" else self.leaves
        if defs and k < 0.5:
            b.mutate_call(e, defs)
        elif name and k > 0.93:
            b.new_outs()
        elif b.nodes and (name == "" or len(b.nodes) < 5):
            b.mutate(e)
        else:
            b.new()

    def step(self, extra):
        for b in self.bodies().values():
            b.fix()
        s = self.root.render(True)
        s["modules"] = {}
        for d, b in self.defs.items():
            m = b.render(False)
            for k in ("moved", "removed"):
                if extra.get(d, {}).get(k):
                    m[k] = extra[d][k]
            s["modules"][d] = m
        for k in ("moved", "removed"):
            if extra.get("", {}).get(k):
                s[k] = extra[""][k]
        return s


def preview(run, sc, step):
    pv = rec.Run(sc, 10, None)
    shutil.rmtree(pv.dir)
    shutil.copytree(run.dir, pv.dir)
    pv.ids = dict(run.ids)
    try:
        pv.surgery(step.get("surgery", []))
        rec.write_config(pv.dir, step, {}, None)
        opt = step.get("plan", {})
        args = ["plan", "-json", "-out=plan"]
        if opt.get("mode", "normal") != "normal":
            args.append("-" + opt["mode"])
        args += ["-replace=" + rec.full(a) for a in opt.get("replace", [])]
        args += ["-target=" + rec.full(a) for a in opt.get("target", [])]
        rc, ev = pv.tfj(*args)
        if rc:
            return {"errors": rec.diags(ev)[0]}
        rc, out, err = pv.tf("show", "-json", "plan")
        plan, _ = pv.plan(rec.loads(out))
        return {"errors": None, "plan": plan}
    finally:
        shutil.rmtree(pv.dir, ignore_errors=True)


def targets(cur, rnd, twisted):
    """names of instances, and of modules with or without their keys; twisted: of resources without keys as well"""
    pool = set(cur)
    for a in cur:
        p = rec.split_path(a)[0]
        if p:
            pool |= {p[:-1], rec.static(p)[:-1]}
        if twisted:
            pool |= {rec.static(a), a[:a.rindex("[")] if a.endswith("]") else a}
            pool |= {p + rec.P + rec.split_path(a)[1] if p else a}
    return sorted(rnd.sample(sorted(pool), min(len(pool), rnd.choice([1, 2]))))


def keep_moves(w, extra, kept):
    """whoever has written a move seldom takes it out with the next change"""
    for body, moves in kept.items():
        here = extra.setdefault(body, {}).setdefault("moved", [])
        here[:0] = [m for m in moves if m not in here]


def build(seed, twisted=False):
    rnd = random.Random("oracle-modules-%s%d" % ("twisted-" if twisted else "", seed))
    w = Tree(rnd)
    kept = {}
    nsteps = rnd.choice([3, 3, 4])
    sc = {"name": "rand-%s-%05d" % ("twist" if twisted else "mod", seed), "tags": [], "about": "random, seed %d" % seed, "seed": seed, "steps": []}
    run = rec.Run(sc, 10, None)
    results, steps, tries, retry = [], sc["steps"], 0, None
    try:
        while len(steps) < nsteps or (retry and len(steps) < nsteps + 1):
            n = len(steps) + 1
            objs = list(rec.Run.objects(run.raw_state()))
            cur = sorted(a for a, i in objs if not i.get("deposed"))
            before, extra, opt, more = copy.deepcopy(w), {}, {}, {}
            if n > 1 and not (retry and rnd.random() < 0.75):
                x = rnd.random()
                if n >= nsteps and x < 0.25:
                    opt["mode"] = "destroy"
                elif x < 0.29 and cur:
                    opt["mode"] = rnd.choice(["destroy", "refresh-only"])
                    if opt["mode"] == "refresh-only" and rnd.random() < 0.6:
                        w.mutate(extra)
                elif x > 0.32:
                    if twisted:
                        if kept and rnd.random() < 0.5:
                            keep_moves(w, extra, kept)
                        for _ in range(rnd.choice([1, 1, 2])):
                            twists.Twists(w, rec.P, KEYS).apply(extra)
                    for _ in range(rnd.choice([0, 0, 1] if twisted else [1, 1, 2, 2, 3, 4])):
                        w.mutate(extra)
                if cur and not opt and rnd.random() < 0.12:
                    opt["replace"] = sorted(rnd.sample(cur, min(len(cur), rnd.choice([1, 1, 2]))))
                if cur and opt.get("mode") != "refresh-only" and rnd.random() < (0.3 if twisted else 0.10):
                    opt["target"] = targets(cur, rnd, twisted)
                good = [a for a, i in objs if not i.get("deposed") and i.get("status") != "tainted"]
                if good and rnd.random() < 0.10:
                    more["surgery"] = [{"op": "taint", "addr": rnd.choice(good)}]
            retry = None
            step = {**more, **w.step(extra)}
            if opt:
                step["plan"] = opt
            ex = preview(run, sc, step)
            if ex["errors"] is not None:
                cls = {e["class"] for e in ex["errors"]}
                if not cls <= DULL_OK or rnd.random() < (0.9 if "cycle" in cls or n == 1 else 0.5):
                    w = before.again(rnd)
                    tries += 1
                    if n == 1:
                        w = Tree(rnd)
                    if tries > 25:
                        break
                    continue
            elif rnd.random() < (0.3 if n > 1 else 0.2) and opt.get("mode") != "refresh-only":
                tainted = {a for a, i in objs if i.get("status") == "tainted"} | {s["addr"] for s in step.get("surgery", [])}
                prior = {a for a, i in objs if not i.get("deposed")}
                bs = rec.bodies(step)

                def declared(a):
                    p, x, _ = rec.split_path(a)
                    return any(r["name"] == x for r in bs.get(rec.static(p), {}).get("resources", []))
                creates = [c["addr"] for c in ex["plan"]["changes"] if "create" in c["actions"]]
                deletes = [c["addr"] for c in ex["plan"]["changes"] if c["actions"][0] == "delete" and not c.get("deposed")
                           and c["addr"] in prior - tainted and (declared(c["addr"]) or (opt.get("mode") != "destroy" and not any(
                               b.get("removed") for b in bs.values())))]
                fl = []
                for _ in range(rnd.choice([1, 1, 2])):
                    pool = creates if (creates and (not deletes or rnd.random() < 0.6)) else deletes
                    if pool:
                        f = {"addr": rnd.choice(pool), "when": "create" if pool is creates else "destroy"}
                        if f not in fl:
                            fl.append(f)
                if fl:
                    step["failures"] = sorted(fl, key=lambda f: (f["addr"], f["when"]))
            res = run.step(n, step)
            steps.append(step)
            results.append(res)
            keep = [f for f in step.get("failures", []) if f["addr"] in res["fired"]]
            step.pop("failures", None)
            if keep:
                step["failures"] = keep
            if res["result"] == "plan_error":
                w = before.again(rnd)
                for b in w.bodies().values():
                    for m in b.nodes.values():
                        m["prevent"] = False
            elif res["result"] != "ok":
                retry = True
            else:
                kept = {d: e["moved"] for d, e in extra.items() if e.get("moved")}
            if opt.get("mode") == "destroy" and rnd.random() < 0.5:
                break
    finally:
        shutil.rmtree(run.dir, ignore_errors=True)
    sc["tags"] = auto_tags(sc, results)
    return sc, results, run.seen_order, run.violations


def auto_tags(sc, results):
    flat = []
    t = {"modules"}
    for s in sc["steps"]:
        bs = rec.bodies(s)
        flat.append({**s, "resources": [r for b in bs.values() for r in b.get("resources", [])],
                     "moved": [m for b in bs.values() for m in b.get("moved", [])],
                     "removed": [m for b in bs.values() for m in b.get("removed", [])]})
        for p, b in bs.items():
            if p.count("module.") > 1:
                t.add("nested")
            for c in b.get("calls", []):
                for k in ("count", "for_each"):
                    if k in c:
                        t.add("call-" + k)
                if c.get("count") == 0 or c.get("for_each") == {"set": []}:
                    t.add("zero-instances")
                if c.get("depends_on"):
                    t.add("depends_on")
    return sorted(t | set(core.auto_tags({"steps": flat}, results)))


def one(seed, twisted=False):
    try:
        sc, results, orders, viol = build(seed, twisted)
        if len(sc["steps"]) < 2:
            return seed, None, ["too few steps"], (0, 0)
        entry, v, wit = rec.record(sc, [(10, seed)], keep_pairs=False, first=(results, orders))
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
    ap.add_argument("--twisted", action="store_true", help="draw moves together with keys, and names that are used again")
    ap.add_argument("-j", type=int, default=2)
    a = ap.parse_args()
    bad = 0
    with concurrent.futures.ProcessPoolExecutor(a.j) as ex:
        for seed, entry, viol, wit in ex.map(one, range(a.seed, a.seed + a.count), [a.twisted] * a.count):
            if viol:
                bad += 1
                print("BAD", seed)
                for v in viol[:6]:
                    print("   ", v[:1500], flush=True)
                continue
            os.makedirs(a.out, exist_ok=True)
            p = os.path.join(a.out, entry["name"] + ".json")
            rec.write(entry, p)
            print("ok", seed, "steps=%d size=%d free=%d witnessed=%d" % (len(entry["steps"]), os.path.getsize(p), *wit),
                  " ".join(s["expect"]["result"] for s in entry["steps"]), flush=True)
    print("bad:", bad)


if __name__ == "__main__":
    main()
