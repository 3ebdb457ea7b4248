package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// unifier makes one recording of two: what differs between them is a symbol, the same for the same pair of values.
type unifier struct {
	names    map[[2]string]string
	order    [][2]string // pairs with text long enough to be looked for in longer text, longest first
	used     map[string]bool
	problems []string
	info     map[string]any
}

func text(v any) (string, bool) {
	switch t := v.(type) {
	case string:
		return t, true
	case float64:
		return strconv.FormatFloat(t, 'g', -1, 64), true
	}
	return "", false
}

func (u *unifier) name(want string) string {
	n := want
	for i := 2; u.used[n]; i++ {
		n = fmt.Sprintf("%s#%d", want, i)
	}
	u.used[n] = true
	return n
}

// apart is the key of a value that is the same as another, or not, by chance: the two alphabets of base64.
const apart = "b64Std"

type anchor struct {
	a, b, name string
}

// anchors gives names to ids and outputs of the states, shortest first, so that longer text can be made of them.
func (u *unifier) anchors(a, b []any) {
	u.info = map[string]any{}
	var list []anchor
	add := func(x, y any, name string) {
		s, ok1 := x.(string)
		t, ok2 := y.(string)
		if ok1 && ok2 && s != t {
			list = append(list, anchor{s, t, name})
		}
	}
	var leaves func(x, y any, name string)
	leaves = func(x, y any, name string) {
		add(x, y, name)
		switch t := x.(type) {
		case map[string]any:
			o, ok := y.(map[string]any)
			if !ok {
				return
			}
			for _, k := range sortedKeys(t) {
				if k == apart {
					continue
				}
				n := name + "." + k
				if k == "$secret" {
					n = name
				}
				leaves(t[k], o[k], n)
			}
		case []any:
			o, ok := y.([]any)
			if !ok || len(o) != len(t) {
				return
			}
			for i := range t {
				leaves(t[i], o[i], fmt.Sprintf("%s.%d", name, i))
			}
		}
	}
	records := func(v any) []any {
		m, _ := v.(map[string]any)
		l, _ := m["state"].([]any)
		return l
	}
	for i := range a {
		if i >= len(b) {
			break
		}
		ra, rb := records(a[i]), records(b[i])
		if len(ra) != len(rb) {
			continue
		}
		for k := range ra {
			x, y := ra[k].(map[string]any), rb[k].(map[string]any)
			urn, _ := x["resource"].(string)
			if i := strings.LastIndex(urn, "::"); i >= 0 {
				urn = urn[i+2:]
			}
			add(x["id"], y["id"], urn+".id")
			leaves(x["outputs"], y["outputs"], urn)
			leaves(x["inputs"], y["inputs"], urn)
		}
	}
	slices.SortStableFunc(list, func(p, q anchor) int {
		if len(p.a) != len(q.a) {
			return len(p.a) - len(q.a)
		}
		return 0
	})
	for _, x := range list {
		if _, ok := u.names[[2]string{x.a, x.b}]; ok {
			continue
		}
		if _, ok := u.compose(x.a, x.b); ok {
			continue
		}
		u.put(x.a, x.b, x.name)
	}
}

func (u *unifier) put(a, b, want string) string {
	n := u.name(want)
	u.names[[2]string{a, b}] = n
	if len(a) >= 5 && len(b) >= 5 {
		u.order = append(u.order, [2]string{a, b})
		slices.SortStableFunc(u.order, func(p, q [2]string) int { return len(q[0]) - len(p[0]) })
	}
	d := map[string]any{"chars": class(a + b)}
	if len(a) == len(b) {
		d["length"] = len(a)
	}
	u.info[n] = d
	return n
}

// compose says whether two texts are the same when known symbols are put in.
func (u *unifier) compose(a, b string) (string, bool) {
	for _, p := range u.order {
		if strings.Contains(a, p[0]) && strings.Contains(b, p[1]) {
			n := "@{" + u.names[p] + "}"
			a, b = strings.ReplaceAll(a, p[0], n), strings.ReplaceAll(b, p[1], n)
			if a == b {
				return a, true
			}
		}
	}
	return a, a == b
}

func (u *unifier) unify(a, b any, path string) any {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			break
		}
		out := map[string]any{}
		for _, k := range sortedKeys(x) {
			v, ok := y[k]
			if !ok {
				u.problems = append(u.problems, path+": only one run has "+k)
				continue
			}
			out[k] = u.unify(x[k], v, path+"/"+k)
		}
		for _, k := range sortedKeys(y) {
			if _, ok := x[k]; !ok {
				u.problems = append(u.problems, path+": only one run has "+k)
			}
		}
		return out
	case []any:
		y, ok := b.([]any)
		if !ok {
			break
		}
		if len(x) != len(y) {
			u.problems = append(u.problems, fmt.Sprintf("%s: %d and %d elements: %s | %s",
				path, len(x), len(y), brief(x), brief(y)))
			return x
		}
		out := []any{}
		for i := range x {
			out = append(out, u.unify(x[i], y[i], fmt.Sprintf("%s/%d", path, i)))
		}
		return out
	}
	s, ok1 := text(a)
	t, ok2 := text(b)
	if !ok1 || !ok2 {
		if fmt.Sprint(a) != fmt.Sprint(b) {
			u.problems = append(u.problems, fmt.Sprintf("%s: %s | %s", path, brief(a), brief(b)))
		}
		return a
	}
	if s == t {
		return a
	}
	if strings.HasSuffix(path, "/"+apart) {
		k := [2]string{apart + s, apart + t}
		n, ok := u.names[k]
		if !ok {
			n = u.name("value." + apart)
			u.names[k] = n
			u.info[n] = map[string]any{"chars": "base64", "length": len(s)}
		}
		return "@{" + n + "}"
	}
	if n, ok := u.names[[2]string{s, t}]; ok {
		return "@{" + n + "}"
	}
	if c, ok := u.compose(s, t); ok {
		return c
	}
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if slices.Contains([]string{"message", "resource", "severity", "op", "call", "during", "process"}, last) {
		u.problems = append(u.problems, fmt.Sprintf("%s: %s | %s", path, s, t))
		return a
	}
	return "@{" + u.put(s, t, "value."+last) + "}"
}

var symbol = regexp.MustCompile(`@\{([^}]+)\}`)

// canonical numbers the symbols of one name in the order in which they appear.
func canonical(sc *Scenario) {
	var text strings.Builder
	for _, st := range sc.Steps {
		text.Write(marshal(st.Expect))
	}
	names, count := map[string]string{}, map[string]int{}
	for _, m := range symbol.FindAllStringSubmatch(text.String(), -1) {
		if _, ok := names[m[1]]; ok {
			continue
		}
		base, _, _ := strings.Cut(m[1], "#")
		count[base]++
		names[m[1]] = base
		if n := count[base]; n > 1 {
			names[m[1]] = fmt.Sprintf("%s#%d", base, n)
		}
	}
	rename := func(s string) string {
		return symbol.ReplaceAllStringFunc(s, func(x string) string { return "@{" + names[x[2:len(x)-1]] + "}" })
	}
	for _, st := range sc.Steps {
		var v any
		if err := json.Unmarshal([]byte(rename(string(marshal(st.Expect)))), &v); err != nil {
			panic(err)
		}
		st.Expect = v
	}
	table := map[string]any{}
	for k, v := range sc.Symbols {
		if n, ok := names[k]; ok {
			table[n] = v
		}
	}
	sc.Symbols = table
}

func brief(v any) string {
	s := string(marshal(v))
	if len(s) > 600 {
		s = s[:600]
	}
	return strings.TrimSpace(s)
}

func sortedKeys(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func class(s string) string {
	within := func(set string) bool {
		for _, c := range s {
			if !strings.ContainsRune(set, c) {
				return false
			}
		}
		return true
	}
	const digits, lower, upper = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch {
	case within(digits):
		return "digits"
	case within(digits + "abcdef"):
		return "hex"
	case within(digits + "abcdef-"):
		return "uuid"
	case within(lower + "-"):
		return "words"
	case within(digits + lower + upper):
		return "alphanumeric"
	case within(digits + lower + upper + "+/="):
		return "base64"
	case within(digits + lower + upper + "-_="):
		return "base64url"
	}
	return "any"
}

func (u *unifier) table() map[string]any {
	if len(u.info) == 0 {
		return nil
	}
	return u.info
}
