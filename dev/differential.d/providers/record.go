// Records what the Pulumi engine does with real providers and components: see FORMAT.md.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/blang/semver"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/pulumi/pulumi/pkg/v3/engine"
	"github.com/pulumi/pulumi/pkg/v3/pluginstorage"
	pkgresource "github.com/pulumi/pulumi/pkg/v3/resource"
	"github.com/pulumi/pulumi/pkg/v3/resource/autonaming"
	"github.com/pulumi/pulumi/pkg/v3/resource/deploy"
	"github.com/pulumi/pulumi/pkg/v3/resource/deploy/deploytest"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"github.com/pulumi/pulumi/pkg/v3/resource/stack"
	"github.com/pulumi/pulumi/pkg/v3/secrets/b64"
	"github.com/pulumi/pulumi/pkg/v3/util/cancel"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"keelson.dev/pulumiproviders/world"
)

var (
	nil2       = &emptypb.Empty{}
	pluginDirs []string
	// how long nothing new may come before a registration of a component is let through
	settle    = 120 * time.Millisecond
	settleEnd = 800 * time.Millisecond // the same for its outputs
)

// ---------------------------------------------------------------- scenario

type Scenario struct {
	Name      string            `json:"name"`
	About     string            `json:"about,omitempty"`
	Family    string            `json:"family,omitempty"`
	Rules     []string          `json:"rules,omitempty"`
	Notes     []string          `json:"notes,omitempty"`
	Engine    string            `json:"engine,omitempty"`
	Providers map[string]string `json:"providers,omitempty"`
	Steps     []*StepDef        `json:"steps"`
	Symbols   map[string]any    `json:"symbols,omitempty"`
}

type Options struct {
	DependsOn           []string           `json:"dependsOn,omitempty"`
	DeleteBeforeReplace *bool              `json:"deleteBeforeReplace,omitempty"`
	ReplaceOnChanges    []string           `json:"replaceOnChanges,omitempty"`
	IgnoreChanges       []string           `json:"ignoreChanges,omitempty"`
	Protect             *bool              `json:"protect,omitempty"`
	RetainOnDelete      *bool              `json:"retainOnDelete,omitempty"`
	DeletedWith         string             `json:"deletedWith,omitempty"`
	ReplaceWith         []string           `json:"replaceWith,omitempty"`
	ReplaceTrigger      any                `json:"replaceTrigger,omitempty"`
	Aliases             []string           `json:"aliases,omitempty"` // former names
	Import              string             `json:"import,omitempty"`
	SecretOutputs       []string           `json:"secretOutputs,omitempty"`
	Timeouts            map[string]float64 `json:"timeouts,omitempty"`
	Version             string             `json:"version,omitempty"`
	Provider            string             `json:"provider,omitempty"`  // name of a provider of the program
	Providers           map[string]string  `json:"providers,omitempty"` // package -> name, for components
	NoPropertyDeps      bool               `json:"noPropertyDeps,omitempty"`
}

// ResourceDef is an entry of a program: a resource, a component, a function call or a read.
type ResourceDef struct {
	Kind    string         `json:"kind,omitempty"` // "" resource | component (local) | remote | invoke | call | read
	Type    string         `json:"type"`
	Name    string         `json:"name"`
	ID      string         `json:"id,omitempty"` // of a read
	Parent  string         `json:"parent,omitempty"`
	Inputs  map[string]any `json:"inputs,omitempty"`
	Options Options        `json:"options,omitzero"`
}

type Outside struct {
	Vanish string         `json:"vanish,omitempty"` // id: the object disappears
	Drift  string         `json:"drift,omitempty"`  // id: properties of the object change
	Set    map[string]any `json:"set,omitempty"`
	Create string         `json:"create,omitempty"` // id: an object that nobody manages appears
	Type   string         `json:"type,omitempty"`
	Inputs map[string]any `json:"inputs,omitempty"`
}

type ImportDef struct {
	Type       string   `json:"type"`
	Name       string   `json:"name"`
	ID         string   `json:"id"`
	Parent     string   `json:"parent,omitempty"`
	Provider   string   `json:"provider,omitempty"`
	Version    string   `json:"version,omitempty"`
	Protect    bool     `json:"protect,omitempty"`
	Properties []string `json:"properties,omitempty"`
}

type StepDef struct {
	Op              string            `json:"op"` // update | preview | destroy | refresh | import
	Config          map[string]any    `json:"config,omitempty"`
	Env             map[string]string `json:"env,omitempty"` // of the providers
	Resources       []*ResourceDef    `json:"resources,omitempty"`
	Imports         []*ImportDef      `json:"imports,omitempty"`
	Outside         []Outside         `json:"outside,omitempty"`
	Faults          []world.Fault     `json:"faults,omitempty"`
	Targets         []string          `json:"targets,omitempty"` // names
	Replace         []string          `json:"replace,omitempty"`
	Refresh         bool              `json:"refresh,omitempty"`
	ContinueOnError bool              `json:"continueOnError,omitempty"`
	Preview         *bool             `json:"preview,omitempty"` // false: not previewed first
	Autonaming      *AutonamingDef    `json:"autonaming,omitempty"`
	Monitor         *MonitorDef       `json:"monitor,omitempty"`
	Expect          any               `json:"expect,omitempty"`
}

// MonitorDef makes the monitor that components see another one than the engine's.
type MonitorDef struct {
	NoDeploymentInfo bool     `json:"noDeploymentInfo,omitempty"` // GetDeploymentInfo is Unimplemented
	Without          []string `json:"without,omitempty"`          // features that are not supported
}

type AutonamingDef struct {
	Pattern  string `json:"pattern,omitempty"`
	Enforce  bool   `json:"enforce,omitempty"`
	Disable  bool   `json:"disable,omitempty"`
	Verbatim bool   `json:"verbatim,omitempty"`
}

// ---------------------------------------------------------------- expectation

type Expect struct {
	Result      string           `json:"result"` // ok | failed
	Error       string           `json:"error,omitempty"`
	Diagnostics []Diag           `json:"diagnostics,omitempty"`
	Preview     *Phase           `json:"preview,omitempty"`
	Steps       []*StepRec       `json:"steps,omitempty"`
	Answers     []*Answer        `json:"answers,omitempty"`
	Calls       []*Call          `json:"calls,omitempty"`
	Monitor     []*MonitorCall   `json:"monitor,omitempty"`
	State       []map[string]any `json:"state"`
	Pending     []map[string]any `json:"pending,omitempty"`
	World       []map[string]any `json:"world,omitempty"`
}

// Phase is the preview.
type Phase struct {
	Result      string         `json:"result"`
	Error       string         `json:"error,omitempty"`
	Diagnostics []Diag         `json:"diagnostics,omitempty"`
	Steps       []*StepRec     `json:"steps,omitempty"`
	Answers     []*Answer      `json:"answers,omitempty"`
	Calls       []*Call        `json:"calls,omitempty"`
	Monitor     []*MonitorCall `json:"monitor,omitempty"`
}

type Diag struct {
	Severity string `json:"severity"`
	Resource string `json:"resource,omitempty"`
	Message  string `json:"message"`
}

// Answer is what the program got for an entry.
type Answer struct {
	Name         string              `json:"name"`
	Resource     string              `json:"resource,omitempty"`
	ID           any                 `json:"id,omitempty"`
	Outputs      map[string]any      `json:"outputs,omitempty"`
	Dependencies map[string][]string `json:"dependencies,omitempty"`
	Failures     []map[string]string `json:"failures,omitempty"`
	Unknown      bool                `json:"unknown,omitempty"`
	Result       string              `json:"result,omitempty"` // absent = ok; fail | skip | error | notCalled
	Error        string              `json:"error,omitempty"`
}

type StepRec struct {
	Op           string            `json:"op"`
	Resource     string            `json:"resource"`
	OldID        string            `json:"oldId,omitempty"`
	NewID        string            `json:"newId,omitempty"`
	Provider     string            `json:"provider,omitempty"`
	Keys         []string          `json:"keys,omitempty"`
	Diffs        []string          `json:"diffs,omitempty"`
	DetailedDiff map[string]string `json:"detailedDiff,omitempty"`
	Status       string            `json:"status,omitempty"` // failed; absent = ok
	urn          resource.URN
	phase        string
	layer        int
}

// ---------------------------------------------------------------- values

func refJSON(v resource.ResourceReference) any {
	m := map[string]any{"urn": short(string(v.URN))}
	if v.ID.IsComputed() {
		m["id"] = map[string]any{"$unknown": true}
	} else if v.ID.IsString() {
		m["id"] = v.ID.StringValue()
	}
	if v.PackageVersion != "" {
		m["packageVersion"] = v.PackageVersion
	}
	return map[string]any{"$ref": m}
}

func toJSON(v resource.PropertyValue) any {
	switch {
	case v.IsSecret():
		return map[string]any{"$secret": toJSON(v.SecretValue().Element)}
	case v.IsComputed():
		return map[string]any{"$unknown": true}
	case v.IsOutput():
		o := v.OutputValue()
		m := map[string]any{}
		if o.Known {
			m["value"] = toJSON(o.Element)
		}
		if o.Secret {
			m["secret"] = true
		}
		if len(o.Dependencies) > 0 {
			m["dependencies"] = labels(o.Dependencies)
		}
		return map[string]any{"$output": m}
	case v.IsResourceReference():
		return refJSON(v.ResourceReferenceValue())
	case v.IsArray():
		l := []any{}
		for _, e := range v.ArrayValue() {
			l = append(l, toJSON(e))
		}
		return l
	case v.IsObject():
		return mapJSON(v.ObjectValue())
	case v.IsNull():
		return nil
	case v.IsBool():
		return v.BoolValue()
	case v.IsNumber():
		return v.NumberValue()
	case v.IsString():
		return short(v.StringValue())
	case v.IsAsset():
		a := v.AssetValue()
		return map[string]any{"$asset": map[string]any{"text": a.Text, "path": a.Path, "uri": a.URI, "hash": a.Hash}}
	case v.IsArchive():
		a := v.ArchiveValue()
		return map[string]any{"$archive": map[string]any{"path": a.Path, "uri": a.URI, "hash": a.Hash}}
	}
	return fmt.Sprintf("%v", v)
}

func mapJSON(m resource.PropertyMap) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[short(string(k))] = toJSON(v)
	}
	return out
}

func plainValue(v any) resource.PropertyValue {
	switch t := v.(type) {
	case nil:
		return resource.NewNullProperty()
	case bool:
		return resource.NewProperty(t)
	case float64:
		return resource.NewProperty(t)
	case string:
		return resource.NewProperty(t)
	}
	panic(fmt.Sprintf("value %T", v))
}

// ---------------------------------------------------------------- a run

type run struct {
	sc   *Scenario
	step *StepDef
	dir  string // working folder of this run with the world
	dry  bool

	mu        sync.Mutex
	steps     []*StepRec
	calls     []*Call
	monitor   []*MonitorCall
	diags     []Diag
	answers   []*Answer
	phase     string
	started   map[string]int
	processes []*process
	old       *deploy.Snapshot
}

type nopPlugins struct{}

var _ pluginstorage.Context = nopPlugins{}

func (nopPlugins) HasPlugin(context.Context, workspace.PluginDescriptor) bool { return true }
func (nopPlugins) HasPluginGTE(context.Context, workspace.PluginDescriptor) (bool, *semver.Version, error) {
	return true, nil, nil
}

func (nopPlugins) GetLatestVersion(context.Context, workspace.PluginDescriptor) (*semver.Version, error) {
	return semver.New("1.0.0")
}

func (nopPlugins) GetPlugins(context.Context) ([]workspace.PluginInfo, error) { return nil, nil }

func (nopPlugins) GetPluginPath(context.Context, diag.Sink, workspace.PluginDescriptor,
	[]workspace.ProjectPlugin,
) (string, error) {
	return "installed", nil
}

func (nopPlugins) DownloadPlugin(context.Context, workspace.PluginDescriptor,
	func(io.ReadCloser, int64) io.ReadCloser, func(error, int, int, time.Duration),
) (io.ReadCloser, int64, error) {
	return nil, 0, errors.New("no plugins")
}

func (nopPlugins) InstallPlugin(context.Context, workspace.PluginDescriptor, pluginstorage.Content, bool) error {
	return nil
}

func label(urn resource.URN) string { return strings.TrimPrefix(string(urn), urnPrefix) }

func labels(urns []resource.URN) []string {
	var out []string
	for _, u := range urns {
		out = append(out, label(u))
	}
	sort.Strings(out)
	return out
}

var (
	address = regexp.MustCompile(`127\.0\.0\.1:\d+|localhost:\d+`)
	pointer = regexp.MustCompile(`0x[0-9a-f]{8,}`)
	homes   []string
)

func clean(s string) string {
	s = short(colors.Never.Colorize(s))
	s = address.ReplaceAllString(s, "(address)")
	s = pointer.ReplaceAllString(s, "(pointer)")
	for _, h := range homes {
		s = strings.ReplaceAll(s, h, "(path)")
	}
	return strings.TrimSpace(s)
}

// ---- steps

type manager struct {
	*engine.TestJournal
	r *run
}

type mutation struct {
	engine.SnapshotMutation
	m   *manager
	rec *StepRec
}

func diffMap(m map[string]plugin.PropertyDiff) map[string]string {
	if len(m) == 0 {
		return nil
	}
	out := map[string]string{}
	for p, d := range m {
		out[p] = d.Kind.String()
		if d.InputDiff {
			out[p] += " (input)"
		}
	}
	return out
}

func keyList(keys []resource.PropertyKey) []string {
	var out []string
	for _, k := range keys {
		out = append(out, string(k))
	}
	sort.Strings(out)
	return slices.Compact(out)
}

func (m *manager) BeginMutation(s deploy.Step) (engine.SnapshotMutation, error) {
	rec := &StepRec{Op: string(s.Op()), Resource: label(s.URN()), urn: s.URN()}
	if o := s.Old(); o != nil {
		rec.OldID = short(string(o.ID))
	}
	if k, ok := s.(interface{ Keys() []resource.PropertyKey }); ok {
		rec.Keys = keyList(k.Keys())
	}
	if k, ok := s.(interface{ Diffs() []resource.PropertyKey }); ok {
		rec.Diffs = keyList(k.Diffs())
	}
	if k, ok := s.(interface {
		DetailedDiff() map[string]plugin.PropertyDiff
	}); ok {
		rec.DetailedDiff = diffMap(k.DetailedDiff())
	}
	if p := s.Provider(); p != "" {
		rec.Provider = short(p)
	}
	m.r.mu.Lock()
	rec.phase = m.r.phase
	m.r.steps = append(m.r.steps, rec)
	m.r.mu.Unlock()
	inner, err := m.TestJournal.BeginMutation(s)
	if err != nil {
		return nil, err
	}
	return &mutation{inner, m, rec}, nil
}

func (mu *mutation) End(s deploy.Step, ok bool) error {
	r := mu.m.r
	r.mu.Lock()
	if n := s.New(); n != nil {
		mu.rec.NewID = short(string(n.ID))
		if mu.rec.NewID == mu.rec.OldID {
			mu.rec.NewID = ""
		}
	}
	if !ok {
		mu.rec.Status = "failed"
	}
	r.mu.Unlock()
	return mu.SnapshotMutation.End(s, ok)
}

// ---- the program

var refRE = regexp.MustCompile(`\$\{([A-Za-z0-9_-]+)\.([^}]+)\}`)

type registered struct {
	def     *ResourceDef
	urn     resource.URN
	id      resource.ID
	outputs resource.PropertyMap
	deps    map[resource.PropertyKey][]resource.URN // of outputs; nil = the resource
	unknown bool                                    // nothing is known: a function that was not called
	secret  bool
}

type value struct {
	v    resource.PropertyValue
	deps map[resource.URN]bool
}

func (r *run) eval(v any, done map[string]*registered, wrap bool) value {
	switch t := v.(type) {
	case string:
		ms := refRE.FindAllStringSubmatchIndex(t, -1)
		if len(ms) == 0 {
			return value{v: resource.NewProperty(t)}
		}
		var text strings.Builder
		unknown, secret := false, false
		last := 0
		deps := map[resource.URN]bool{}
		var whole *resource.PropertyValue
		for _, m := range ms {
			val := r.lookup(t[m[2]:m[3]], t[m[4]:m[5]], done)
			maps.Copy(deps, val.deps)
			if m[0] == 0 && m[1] == len(t) {
				whole = &val.v
				break
			}
			text.WriteString(t[last:m[0]])
			last = m[1]
			x := val.v
			if x.IsSecret() {
				secret, x = true, x.SecretValue().Element
			}
			if x.IsComputed() {
				unknown = true
			} else {
				fmt.Fprint(&text, toJSON(x))
			}
		}
		var res resource.PropertyValue
		if whole != nil {
			res = *whole
		} else {
			text.WriteString(t[last:])
			res = resource.NewProperty(text.String())
			if unknown {
				res = resource.MakeComputed(resource.NewProperty(""))
			}
			if secret {
				res = resource.MakeSecret(res)
			}
		}
		if wrap { // as SDKs send inputs of remote components
			o := resource.Output{Known: true, Element: res}
			if res.IsSecret() {
				o.Secret, o.Element = true, res.SecretValue().Element
			}
			if o.Element.IsComputed() {
				o.Known, o.Element = false, resource.PropertyValue{}
			}
			o.Dependencies = slices.Sorted(maps.Keys(deps))
			res = resource.NewProperty(o)
		}
		return value{res, deps}
	case []any:
		l := []resource.PropertyValue{}
		deps := map[resource.URN]bool{}
		for _, e := range t {
			x := r.eval(e, done, wrap)
			l = append(l, x.v)
			maps.Copy(deps, x.deps)
		}
		return value{resource.NewProperty(l), deps}
	case map[string]any:
		if s, ok := t["$secret"]; ok && len(t) == 1 {
			x := r.eval(s, done, false)
			if wrap {
				return value{resource.NewProperty(resource.Output{Known: true, Element: x.v, Secret: true,
					Dependencies: slices.Sorted(maps.Keys(x.deps))}), x.deps}
			}
			return value{resource.MakeSecret(x.v), x.deps}
		}
		if s, ok := t["$ref"]; ok && len(t) == 1 { // a resource as a value
			g := done[s.(string)]
			var ref resource.PropertyValue
			if g.def.Kind == "" {
				id := resource.NewProperty(string(g.id))
				if g.id == "" {
					id = resource.MakeComputed(resource.NewProperty(""))
				}
				ref = resource.NewProperty(resource.ResourceReference{URN: g.urn, ID: id})
			} else {
				ref = resource.MakeComponentResourceReference(g.urn, "")
			}
			return value{ref, map[resource.URN]bool{g.urn: true}}
		}
		if s, ok := t["$asset"]; ok && len(t) == 1 {
			a, err := resource.NewTextAsset(s.(string))
			if err != nil {
				panic(err)
			}
			return value{v: resource.NewProperty(a)}
		}
		m := resource.PropertyMap{}
		deps := map[resource.URN]bool{}
		for k, e := range t {
			x := r.eval(e, done, wrap)
			m[resource.PropertyKey(k)] = x.v
			maps.Copy(deps, x.deps)
		}
		return value{resource.NewProperty(m), deps}
	}
	return value{v: plainValue(v)}
}

func (r *run) lookup(name, path string, done map[string]*registered) value {
	g := done[name]
	if g == nil {
		panic("reference to " + name + " which is not registered before")
	}
	deps := map[resource.URN]bool{}
	if g.urn != "" {
		deps[g.urn] = true
	}
	if path == "urn" {
		return value{resource.NewProperty(string(g.urn)), deps}
	}
	none := func() resource.PropertyValue {
		if r.dry || g.unknown {
			return resource.MakeComputed(resource.NewProperty(""))
		}
		return resource.NewNullProperty()
	}
	if path == "id" {
		if g.id == "" {
			return value{none(), deps}
		}
		return value{resource.NewProperty(string(g.id)), deps}
	}
	p, err := resource.ParsePropertyPath(path)
	if err != nil {
		panic(err)
	}
	if g.deps != nil {
		if l, ok := g.deps[resource.PropertyKey(fmt.Sprint(p[0]))]; ok && (len(l) > 0 || g.urn == "") {
			deps = map[resource.URN]bool{}
			for _, u := range l {
				deps[u] = true
			}
		}
	}
	if g.unknown {
		return value{none(), deps}
	}
	v, ok := p.Get(resource.NewProperty(g.outputs))
	if !ok {
		// inside a secret or an unknown
		top, has := g.outputs[resource.PropertyKey(fmt.Sprint(p[0]))]
		if has && top.IsSecret() {
			if x, ok := p[1:].Get(top.SecretValue().Element); ok {
				return value{resource.MakeSecret(x), deps}
			}
		}
		return value{none(), deps}
	}
	if v.IsOutput() {
		o := v.OutputValue()
		v = o.Element
		if !o.Known {
			v = resource.MakeComputed(resource.NewProperty(""))
		}
		if o.Secret {
			v = resource.MakeSecret(v)
		}
	}
	if g.secret && !v.IsSecret() {
		v = resource.MakeSecret(v)
	}
	return value{v, deps}
}

// The reference text of a provider.
func reference(g *registered) string {
	id := string(g.id)
	if id == "" {
		id = plugin.UnknownStringValue
	}
	return string(g.urn) + "::" + id
}

func (r *run) inputs(d *ResourceDef, done map[string]*registered, wrap bool) (resource.PropertyMap,
	map[resource.PropertyKey][]resource.URN, map[resource.URN]bool,
) {
	in, pd, all := resource.PropertyMap{}, map[resource.PropertyKey][]resource.URN{}, map[resource.URN]bool{}
	for k, v := range d.Inputs {
		x := r.eval(v, done, wrap)
		in[resource.PropertyKey(k)] = x.v
		pd[resource.PropertyKey(k)] = slices.Sorted(maps.Keys(x.deps))
		maps.Copy(all, x.deps)
	}
	return in, pd, all
}

func (r *run) register(
	mon *deploytest.ResourceMonitor, d *ResourceDef, done map[string]*registered,
) (*registered, *Answer, error) {
	o := d.Options
	a := &Answer{Name: d.Name}
	in, pd, deps := r.inputs(d, done, d.Kind == "remote" || d.Kind == "call")
	provider := ""
	if o.Provider != "" && d.Kind != "remote" {
		provider = reference(done[o.Provider])
	}
	parent := resource.URN("")
	if d.Parent != "" {
		parent = done[d.Parent].urn
	}
	switch d.Kind {
	case "invoke", "call":
		g := &registered{def: d, deps: map[resource.PropertyKey][]resource.URN{}}
		for _, v := range in {
			if v.ContainsUnknowns() && d.Kind == "invoke" {
				g.unknown = true
			}
			if v.ContainsSecrets() {
				g.secret = true // as the output form in SDKs
			}
		}
		if g.unknown { // as SDKs: not called
			a.Result = "notCalled"
			return g, a, nil
		}
		if d.Kind == "call" {
			out, rd, failures, err := mon.Call(tokens.ModuleMember(d.Type), in, pd, provider, o.Version, "", "", nil, "")
			if err != nil {
				a.Result, a.Error = "error", clean(err.Error())
				return nil, a, err
			}
			for _, f := range failures {
				a.Failures = append(a.Failures, map[string]string{"property": f.Property, "reason": f.Reason})
			}
			if len(failures) > 0 {
				a.Result = "error"
				return nil, a, errors.New("method failed: " + failures[0].Reason)
			}
			a.Outputs, g.outputs, g.deps = mapJSON(out), out, rd
			return g, a, nil
		}
		res, err := mon.InvokeWithResult(tokens.ModuleMember(d.Type), in, provider, o.Version, "",
			deploytest.InvokeOptions{Parent: parent})
		if err != nil {
			a.Result, a.Error = "error", clean(err.Error())
			return nil, a, err
		}
		for _, f := range res.Failures {
			a.Failures = append(a.Failures, map[string]string{"property": f.Property, "reason": f.Reason})
		}
		if len(res.Failures) > 0 {
			a.Result = "error"
			return nil, a, errors.New("function failed: " + res.Failures[0].Reason)
		}
		g.outputs, g.unknown = res.Return, res.Unknown
		for k := range res.Return {
			g.deps[k] = slices.Sorted(maps.Keys(deps))
		}
		a.Outputs, a.Unknown = mapJSON(res.Return), res.Unknown
		return g, a, nil
	case "read":
		id := r.eval(d.ID, done, false).v
		if id.IsComputed() {
			a.Result = "notCalled"
			return &registered{def: d, unknown: true}, a, nil
		}
		urn, out, err := mon.ReadResource(tokens.Type(d.Type), d.Name, resource.ID(id.StringValue()), parent, in,
			provider, o.Version, "", nil, "", "")
		if err != nil {
			a.Result, a.Error = "error", clean(err.Error())
			return nil, a, err
		}
		a.Resource, a.ID, a.Outputs = label(urn), id.StringValue(), mapJSON(out)
		return &registered{def: d, urn: urn, id: resource.ID(id.StringValue()), outputs: out}, a, nil
	}
	opts := deploytest.ResourceOptions{
		DeleteBeforeReplace: o.DeleteBeforeReplace, ReplaceOnChanges: o.ReplaceOnChanges, IgnoreChanges: o.IgnoreChanges,
		Protect: o.Protect, RetainOnDelete: o.RetainOnDelete, ImportID: resource.ID(o.Import), Version: o.Version,
		SupportsResultReporting: r.step.ContinueOnError, AliasSpecs: true, Inputs: in, PropertyDeps: pd, Provider: provider,
		Parent: parent, Remote: d.Kind == "remote",
	}
	if o.NoPropertyDeps {
		opts.PropertyDeps = nil
	}
	if len(o.Providers) > 0 || d.Kind == "remote" && o.Provider != "" {
		opts.Providers = map[string]string{}
		for k, n := range o.Providers {
			opts.Providers[k] = reference(done[n])
		}
		if d.Kind == "remote" && o.Provider != "" { // as SDKs: a component's provider is one of its providers
			opts.Providers[strings.TrimPrefix(done[o.Provider].def.Type, "pulumi:providers:")] = reference(done[o.Provider])
		}
	}
	for _, n := range o.DependsOn {
		deps[done[n].urn] = true
	}
	opts.Dependencies = slices.Sorted(maps.Keys(deps))
	if o.DeletedWith != "" {
		opts.DeletedWith = done[o.DeletedWith].urn
	}
	for _, n := range o.ReplaceWith {
		opts.ReplaceWith = append(opts.ReplaceWith, done[n].urn)
	}
	opts.ReplacementTrigger = resource.NewNullProperty()
	if o.ReplaceTrigger != nil {
		opts.ReplacementTrigger = r.eval(o.ReplaceTrigger, done, false).v
	}
	for _, k := range o.SecretOutputs {
		opts.AdditionalSecretOutputs = append(opts.AdditionalSecretOutputs, resource.PropertyKey(k))
	}
	if o.Timeouts != nil {
		opts.CustomTimeouts = &resource.CustomTimeouts{
			Create: o.Timeouts["create"], Update: o.Timeouts["update"], Delete: o.Timeouts["delete"], Read: o.Timeouts["read"],
		}
	}
	for _, n := range o.Aliases {
		spec := &pulumirpc.Alias_Spec_{Spec: &pulumirpc.Alias_Spec{Name: n}}
		opts.Aliases = append(opts.Aliases, &pulumirpc.Alias{Alias: spec})
	}
	resp, err := mon.RegisterResource(tokens.Type(d.Type), d.Name, d.Kind == "", opts)
	if err != nil {
		a.Result, a.Error = "error", clean(err.Error())
		return nil, a, err
	}
	g := &registered{def: d, urn: resp.URN, id: resp.ID, outputs: resp.Outputs}
	if d.Kind == "remote" {
		g.deps = resp.Dependencies
		for k, l := range resp.Dependencies {
			if a.Dependencies == nil {
				a.Dependencies = map[string][]string{}
			}
			a.Dependencies[string(k)] = labels(l)
		}
	}
	a.Resource, a.Outputs = label(resp.URN), mapJSON(resp.Outputs)
	if resp.ID == plugin.UnknownStringValue {
		a.ID = map[string]any{"$unknown": true}
	} else if resp.ID != "" {
		a.ID = string(resp.ID)
	}
	a.Unknown = resp.Unknown
	switch resp.Result {
	case pulumirpc.Result_FAIL:
		a.Result = "fail"
	case pulumirpc.Result_SKIP:
		a.Result = "skip"
	}
	return g, a, nil
}

func (r *run) setPhase(p string) {
	r.mu.Lock()
	r.phase = p
	r.mu.Unlock()
}

func (r *run) program(_ plugin.RunInfo, mon *deploytest.ResourceMonitor) error {
	done := map[string]*registered{}
	defer r.setPhase("end")
	for _, d := range r.step.Resources {
		r.setPhase(d.Name)
		g, a, err := r.register(mon, d, done)
		r.mu.Lock()
		r.answers = append(r.answers, a)
		r.mu.Unlock()
		if err != nil {
			return err
		}
		done[d.Name] = g
	}
	return nil
}

// ---- one operation

type result struct {
	*run
	err  error
	snap []byte
	errs []string
}

var secretsProvider = stack.Base64SecretsProvider{}

func load(base []byte) (*deploy.Snapshot, error) {
	if base == nil {
		return nil, nil
	}
	return stack.DeserializeUntypedDeployment(context.Background(),
		&apitype.UntypedDeployment{Version: apitype.DeploymentSchemaVersionCurrent, Deployment: base}, secretsProvider)
}

func save(s *deploy.Snapshot) ([]byte, error) {
	s.SecretsManager = b64.NewBase64SecretsManager()
	d, err := stack.SerializeDeployment(context.Background(), s, false)
	if err != nil {
		return nil, err
	}
	return json.Marshal(d)
}

// urnOf finds the URN of a name in the state.
func urnOf(snap *deploy.Snapshot, name string) resource.URN {
	if snap != nil {
		for _, s := range snap.Resources {
			if s.URN.Name() == name || label(s.URN) == name {
				return s.URN
			}
		}
	}
	return resource.NewURN("test", "test", "", "none:index:None", name)
}

// targetOf finds the URN of a name in the state, or else in what the step declares outside of components.
func targetOf(snap *deploy.Snapshot, step *StepDef, name string) resource.URN {
	urn := urnOf(snap, name)
	if urn.Type() != "none:index:None" {
		return urn
	}
	for _, d := range step.Resources {
		if d.Name == name && d.Parent == "" && d.Kind != "invoke" && d.Kind != "call" {
			return resource.NewURN("test", "test", "", tokens.Type(d.Type), name)
		}
	}
	return urn
}

func configMap(m map[string]any) (config.Map, error) {
	out := config.Map{}
	for k, v := range m {
		ns, n, ok := strings.Cut(k, ":")
		if !ok {
			return nil, errors.New("configuration key " + k)
		}
		key := config.MustMakeKey(ns, n)
		switch t := v.(type) {
		case string:
			out[key] = config.NewValue(t)
		case map[string]any:
			if s, ok := t["$secret"].(string); ok {
				out[key] = config.NewSecureValue(s)
				continue
			}
			b, _ := json.Marshal(v)
			out[key] = config.NewObjectValue(string(b))
		default:
			b, _ := json.Marshal(v)
			out[key] = config.NewValue(string(b))
		}
	}
	return out, nil
}

func operate(sc *Scenario, step *StepDef, base []byte, dir string, dry bool) *result {
	r := &run{sc: sc, step: step, dir: dir, dry: dry, phase: "start", started: map[string]int{}}
	res := &result{run: r}
	snap, err := load(base)
	if err != nil {
		res.err = err
		return res
	}
	r.old = snap
	defer func() {
		for _, p := range r.processes {
			_ = p.Close()
		}
	}()
	opts := engine.UpdateOptions{Parallel: 1, ContinueOnError: step.ContinueOnError, Refresh: step.Refresh,
		HostFactory: func(_ context.Context, d, s diag.Sink, _ plugin.DebugContext) (plugin.Host, error) {
			return &host{deploytest.NewPluginHost(d, s, deploytest.NewLanguageRuntimeF(r.program)()), r}, nil
		}}
	setAutonaming(&opts, step.Autonaming)
	urns := func(names []string) deploy.UrnTargets {
		var out []resource.URN
		for _, n := range names {
			out = append(out, targetOf(snap, step, n))
		}
		return deploy.NewUrnTargetsFromUrns(out)
	}
	opts.Targets, opts.ReplaceTargets = urns(step.Targets), urns(step.Replace)

	conf, err := configMap(step.Config)
	if err != nil {
		res.err = err
		return res
	}
	project := workspace.Project{Name: "test", Runtime: workspace.NewProjectRuntimeInfo("test", nil)}
	info := engine.UpdateInfo{Root: dir, Project: &project, Target: &deploy.Target{
		Name: tokens.MustParseStackName("test"), Config: conf, Decrypter: config.NopDecrypter, Snapshot: snap,
	}}
	cctx, _ := cancel.NewContext(context.Background())
	events := make(chan engine.Event)
	ctx := &engine.Context{Cancel: cctx, Events: events, PluginManager: nopPlugins{}}
	var journal *engine.TestJournal
	if !dry {
		journal = engine.NewTestJournal()
		ctx.SnapshotManager = &manager{journal, r}
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for e := range events {
			switch p := e.Payload().(type) {
			case engine.DiagEventPayload:
				if p.Severity == diag.Debug {
					continue
				}
				r.mu.Lock()
				r.diags = append(r.diags, Diag{string(p.Severity), label(p.URN), clean(p.Message)})
				r.mu.Unlock()
			case engine.ResourcePreEventPayload:
				if !dry {
					continue
				}
				m := p.Metadata
				rec := &StepRec{Op: string(m.Op), Resource: label(m.URN), urn: m.URN, Keys: keyList(m.Keys),
					Diffs: keyList(m.Diffs), DetailedDiff: diffMap(m.DetailedDiff), Provider: short(m.Provider)}
				if m.Old != nil && m.Old.State != nil {
					rec.OldID = short(string(m.Old.State.ID))
				}
				r.mu.Lock()
				rec.phase = r.phase
				r.steps = append(r.steps, rec)
				r.mu.Unlock()
			}
		}
	}()
	switch step.Op {
	case "update", "preview":
		_, _, res.err = engine.Update(info, ctx, opts, dry)
	case "destroy":
		r.phase = "end"
		_, _, res.err = engine.Destroy(info, ctx, opts, dry)
	case "refresh":
		_, _, res.err = engine.Refresh(info, ctx, opts, dry)
	case "import":
		var imports []deploy.Import
		for _, i := range step.Imports {
			m := deploy.Import{
				Type: tokens.Type(i.Type), Name: i.Name, ID: resource.ID(i.ID), Protect: i.Protect, Properties: i.Properties,
			}
			if i.Parent != "" {
				m.Parent = urnOf(snap, i.Parent)
			}
			if i.Provider != "" {
				m.Provider = urnOf(snap, i.Provider)
			}
			if i.Version != "" {
				v := semver.MustParse(i.Version)
				m.Version = &v
			}
			imports = append(imports, m)
		}
		_, _, res.err = engine.Import(info, ctx, opts, imports, dry)
	default:
		panic("op " + step.Op)
	}
	close(events)
	<-drained
	if dry {
		return res
	}
	_ = journal.Close()
	after, err := journal.Entries().Snap(snap)
	if err != nil {
		res.errs = append(res.errs, "snapshot: "+err.Error())
	}
	if after != nil {
		res.snap, err = save(after)
		if err != nil {
			res.errs = append(res.errs, err.Error())
		}
	}
	return res
}

func setAutonaming(o *engine.UpdateOptions, d *AutonamingDef) {
	switch {
	case d == nil:
	case d.Disable:
		o.Autonamer = autonaming.Disabled()
	case d.Verbatim:
		o.Autonamer = autonaming.Verbatim()
	default:
		o.Autonamer = &autonaming.Pattern{Pattern: d.Pattern, Enforce: d.Enforce}
	}
}

// ---- state

func stateJSON(s *pkgresource.State) map[string]any {
	m := map[string]any{"resource": label(s.URN)}
	put := func(k string, v any) {
		rv := reflect.ValueOf(v)
		switch rv.Kind() {
		case reflect.Invalid:
			return
		case reflect.Slice, reflect.Map:
			if rv.Len() == 0 {
				return
			}
		default:
			if rv.IsZero() {
				return
			}
		}
		m[k] = v
	}
	put("id", string(s.ID))
	put("component", !s.Custom)
	put("inputs", mapJSON(s.Inputs))
	put("outputs", mapJSON(s.Outputs))
	put("parent", label(s.Parent))
	put("provider", short(s.Provider))
	put("dependencies", labels(s.Dependencies))
	pd := map[string][]string{}
	for k, l := range s.PropertyDependencies {
		if len(l) > 0 {
			pd[string(k)] = labels(l)
		}
	}
	put("propertyDependencies", pd)
	put("deletedWith", label(s.DeletedWith))
	put("replaceWith", labels(s.ReplaceWith))
	put("delete", s.Delete)
	put("pendingReplacement", s.PendingReplacement)
	put("protect", s.Protect)
	put("retainOnDelete", s.RetainOnDelete)
	put("external", s.External)
	put("taint", s.Taint)
	put("initErrors", s.InitErrors)
	put("importId", string(s.ImportID))
	put("ignoreChanges", s.IgnoreChanges)
	put("replaceOnChanges", s.ReplaceOnChanges)
	put("secretOutputs", keyList(s.AdditionalSecretOutputs))
	put("refreshBeforeUpdate", s.RefreshBeforeUpdate)
	put("aliases", labels(s.Aliases))
	if !s.ReplacementTrigger.IsNull() {
		put("replaceTrigger", toJSON(resource.ToResourcePropertyValue(s.ReplacementTrigger)))
	}
	if t := s.CustomTimeouts; t.Create+t.Update+t.Delete+t.Read > 0 {
		put("timeouts", map[string]any{"create": t.Create, "update": t.Update, "delete": t.Delete, "read": t.Read})
	}
	return m
}

func states(base []byte) (list, pending []map[string]any) {
	list = []map[string]any{}
	snap, err := load(base)
	if err != nil || snap == nil {
		return
	}
	for _, s := range snap.Resources {
		list = append(list, stateJSON(s))
	}
	for _, o := range snap.PendingOperations {
		pending = append(pending, map[string]any{"op": string(o.Type), "resource": label(o.Resource.URN)})
	}
	return
}

// ---------------------------------------------------------------- a whole scenario

func prepare(st *StepDef, dir string) error {
	if err := os.Setenv(world.Env, filepath.Join(dir, "world.json")); err != nil {
		return err
	}
	return world.Do(func(w *world.World) error {
		w.Faults = st.Faults
		for _, o := range st.Outside {
			switch {
			case o.Vanish != "":
				if w.Objects[o.Vanish] == nil {
					return errors.New("there is no " + o.Vanish)
				}
				delete(w.Objects, o.Vanish)
			case o.Drift != "":
				x := w.Objects[o.Drift]
				if x == nil {
					return errors.New("there is no " + o.Drift)
				}
				for k, v := range o.Set {
					if _, ok := x.Props[k]; ok {
						x.Props[k] = v
					}
					x.Outputs[k] = v
				}
			case o.Create != "":
				x := &world.Object{Type: o.Type, Name: o.Create, Props: o.Inputs, Outputs: maps.Clone(o.Inputs)}
				x.Outputs["endpoint"], x.Outputs["etag"] = o.Create+".example", o.Create+".etag"
				w.Objects[o.Create] = x
			}
		}
		return nil
	})
}

func worldDump() []map[string]any {
	var out []map[string]any
	_ = world.Do(func(w *world.World) error {
		for _, id := range slices.Sorted(maps.Keys(w.Objects)) {
			o := w.Objects[id]
			out = append(out, map[string]any{"id": id, "type": o.Type, "properties": wireAny(o.Outputs)})
		}
		return nil
	})
	return out
}

// wireAny shows signatures in a plain map as wireValue does.
func wireAny(v any) any {
	switch t := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for k, e := range t {
			m[k] = wireAny(e)
		}
		if s, ok := t[signature].(string); ok {
			delete(m, signature)
			if signatures[s] == "$secret" {
				return map[string]any{"$secret": m["value"]}
			}
			return map[string]any{signatures[s]: m}
		}
		return m
	case []any:
		l := []any{}
		for _, e := range t {
			l = append(l, wireAny(e))
		}
		return l
	case string:
		return short(t)
	}
	return v
}

// play runs the steps one after another, each after its preview.
func play(sc *Scenario) ([]*Expect, error) {
	dir, err := os.MkdirTemp("", "providers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	homes = append([]string{dir}, pluginDirs...)
	for _, d := range pluginDirs {
		homes = append(homes, filepath.Dir(d))
	}
	var base []byte
	var out []*Expect
	for i, st := range sc.Steps {
		if err := prepare(st, dir); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		e := &Expect{}
		if st.Preview == nil || *st.Preview {
			p := operate(sc, st, base, dir, true)
			p.finish()
			e.Preview = &Phase{
				Result: outcome(p.err), Error: errText(p.err, p.diags), Diagnostics: sortDiags(p.diags),
				Steps: p.steps, Answers: p.answers, Calls: p.calls, Monitor: p.monitor,
			}
		}
		if st.Op == "preview" {
			e.Result = e.Preview.Result
			e.State, e.Pending = states(base)
			out = append(out, e)
			continue
		}
		a := operate(sc, st, base, dir, false)
		a.finish()
		if a.snap != nil {
			base = a.snap
		}
		e.Result, e.Error, e.Diagnostics = outcome(a.err), errText(a.err, a.diags), sortDiags(a.diags)
		e.Steps, e.Answers, e.Calls, e.Monitor = a.steps, a.answers, a.calls, a.monitor
		for _, s := range a.errs {
			return nil, fmt.Errorf("step %d: %s", i+1, s)
		}
		e.State, e.Pending = states(base)
		e.World = worldDump()
		out = append(out, e)
	}
	return out, nil
}

// finish brings into a fixed order what the engine does in any order.
func (r *result) finish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	place := map[string]int{} // of a record in the old state
	if r.old != nil {
		for i, s := range r.old.Resources {
			place[label(s.URN)+"|"+short(string(s.ID))] = i
		}
	}
	layers := r.layers(place)
	for _, s := range r.steps {
		s.layer = layers[place[s.Resource+"|"+s.OldID]]
	}
	sortRuns(r.steps, func(s *StepRec) bool {
		return s.phase == "start" || s.phase == "end" && isDelete(s.Op)
	}, func(a, b *StepRec) int {
		if a.phase == "end" && a.layer != b.layer {
			return b.layer - a.layer
		}
		if a.Resource == b.Resource {
			return place[a.Resource+"|"+a.OldID] - place[b.Resource+"|"+b.OldID]
		}
		return strings.Compare(a.Resource, b.Resource)
	})
	id := func(c *Call) string {
		m, _ := c.Request.(map[string]any)
		s, _ := m["id"].(string)
		return s
	}
	sortRuns(r.calls, func(c *Call) bool {
		return c.During == "end" && c.Call == "Delete" || c.During == "start" && (c.Call == "Read" || c.Call == "Diff")
	}, func(a, b *Call) int {
		if a.During == "end" {
			if d := layers[place[b.Resource+"|"+id(b)]] - layers[place[a.Resource+"|"+id(a)]]; d != 0 {
				return d
			}
		}
		if a.Resource == b.Resource {
			return place[a.Resource+"|"+id(a)] - place[b.Resource+"|"+id(b)]
		}
		return strings.Compare(a.Resource, b.Resource)
	})
	if r.err != nil && !r.step.ContinueOnError {
		// whether the last answer still reaches the program is by chance
		if n := len(r.answers); n > 0 && r.answers[n-1].Result == "error" {
			r.answers[n-1].Error = ""
		}
	}
	r.outputsLast()
	for _, c := range r.monitor {
		if e := c.Error; e != nil && fmt.Sprint(e["code"]) == "Canceled" {
			e["message"] = "(cancelled)"
		}
	}
}

// outputsLast puts the outputs of a Construct behind its other calls, among which they come at any time.
func (r *run) outputsLast() {
	byLabel := map[string][]int{}
	for i, c := range r.monitor {
		byLabel[c.Construct] = append(byLabel[c.Construct], i)
	}
	sorted := slices.Clone(r.monitor)
	for _, at := range byLabel {
		var first, last []*MonitorCall
		for _, i := range at {
			if c := r.monitor[i]; c.Call == "RegisterResourceOutputs" || c.Call == "SupportsFeature" {
				last = append(last, c)
			} else {
				first = append(first, c)
			}
		}
		slices.SortStableFunc(last, func(a, b *MonitorCall) int {
			return strings.Compare(a.Call+urnIn(a), b.Call+urnIn(b)) // inner components before outer ones
		})
		for k, c := range append(first, last...) {
			sorted[at[k]] = c
		}
	}
	r.monitor = sorted
}

func urnIn(c *MonitorCall) string {
	m, _ := c.Request.(map[string]any)
	s, _ := m["urn"].(string)
	return s
}

func isDelete(op string) bool {
	return slices.Contains(
		[]string{"delete", "delete-replaced", "discard", "discard-replaced", "remove-pending-replace"}, op)
}

// sortRuns sorts each unbroken sequence of elements that are free.
func sortRuns[T any](l []T, free func(T) bool, cmp func(a, b T) int) {
	for i := 0; i < len(l); {
		if !free(l[i]) {
			i++
			continue
		}
		k := i
		for k < len(l) && free(l[k]) {
			k++
		}
		slices.SortStableFunc(l[i:k], cmp)
		i = k
	}
}

// layers gives the layers of the deletes at the end , by place in the old state; the highest is first.
func (r *result) layers(place map[string]int) map[int]int {
	out := map[int]int{}
	if r.old == nil {
		return out
	}
	left := map[int]bool{}
	for _, s := range r.steps {
		if s.phase == "end" && isDelete(s.Op) {
			left[place[s.Resource+"|"+s.OldID]] = true
		}
	}
	recs := r.old.Resources
	needs := func(i int) map[int]bool {
		want := map[resource.URN]bool{}
		parent := recs[i].Parent
		_, deps := recs[i].GetAllDependencies()
		for _, d := range deps {
			want[d.URN] = true
			if d.URN == parent {
				continue
			}
			for k := range recs[:i] {
				if recs[k].URN != d.URN || recs[k].Custom {
					continue
				}
				below := map[resource.URN]bool{d.URN: true}
				for _, x := range recs[:i] {
					if x.Parent != "" && below[x.Parent] {
						below[x.URN], want[x.URN] = true, true
					}
				}
			}
		}
		if parent != "" {
			want[parent] = true
		}
		if p := recs[i].Provider; p != "" {
			if k := strings.LastIndex(p, "::"); k > 0 {
				want[resource.URN(p[:k])] = true
			}
		}
		found := map[int]bool{}
		for k := range recs[:i] {
			if want[recs[k].URN] {
				found[k] = true
			}
		}
		return found
	}
	for n := 1; len(left) > 0; n++ {
		var layer []int
		for i := range left {
			free := true
			for k := range needs(i) {
				free = free && !left[k]
			}
			if free {
				layer = append(layer, i)
			}
		}
		if layer == nil {
			return out
		}
		for _, i := range layer {
			delete(left, i)
			out[i] = n
		}
	}
	return out
}

func outcome(err error) string {
	if err != nil {
		return "failed"
	}
	return "ok"
}

func errText(err error, diags []Diag) string {
	if err == nil || slices.ContainsFunc(diags, func(d Diag) bool { return d.Severity == "error" }) {
		return "" // it repeats one of them
	}
	parts := strings.Split(clean(err.Error()), "BAIL: ") // several are in no order
	sort.Strings(parts)
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

func sortDiags(d []Diag) []Diag {
	d = slices.Clone(d)
	sort.Slice(d, func(i, j int) bool {
		a, b := d[i], d[j]
		return a.Severity+a.Resource+a.Message < b.Severity+b.Resource+b.Message
	})
	return slices.Compact(d)
}

func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func tree(v any) any {
	var out any
	if err := json.Unmarshal(marshal(v), &out); err != nil {
		panic(err)
	}
	return out
}

func record(sc *Scenario) (warnings []string) {
	a, err := play(sc)
	if err != nil {
		return []string{err.Error()}
	}
	b, err := play(sc)
	if err != nil {
		return []string{err.Error()}
	}
	u := &unifier{names: map[[2]string]string{}, used: map[string]bool{}}
	ta, tb := tree(a).([]any), tree(b).([]any)
	u.anchors(ta, tb)
	var merged []any
	for i := range ta {
		merged = append(merged, u.unify(ta[i], tb[i], fmt.Sprintf("step %d", i+1)))
	}
	for i, st := range sc.Steps {
		st.Expect = merged[i]
	}
	sc.Symbols = u.table()
	canonical(sc)
	return u.problems
}

// ---------------------------------------------------------------- main

func readScenario(file string) (*Scenario, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	sc := &Scenario{}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(sc); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return sc, nil
}

func pretty(sc *Scenario) []byte {
	var b bytes.Buffer
	writeRaw(&b, bytes.TrimSpace(marshal(sc)), 0)
	b.WriteByte('\n')
	return b.Bytes()
}

// writeRaw writes JSON that opens objects and lists only where they do not fit on a line.
func writeRaw(b *bytes.Buffer, raw []byte, depth int) {
	if len(raw)+2*depth <= 150 || (raw[0] != '{' && raw[0] != '[') {
		b.Write(raw)
		return
	}
	pad := strings.Repeat("  ", depth+1)
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, _ := dec.Token()
	fmt.Fprintf(b, "%s\n", open)
	first := true
	for dec.More() {
		if !first {
			b.WriteString(",\n")
		}
		first = false
		b.WriteString(pad)
		if raw[0] == '{' {
			k, _ := dec.Token()
			b.Write(bytes.TrimSpace(marshal(k)))
			b.WriteString(": ")
		}
		var e json.RawMessage
		if err := dec.Decode(&e); err != nil {
			panic(err)
		}
		writeRaw(b, e, depth+1)
	}
	b.WriteString("\n" + strings.Repeat("  ", depth))
	if raw[0] == '{' {
		b.WriteByte('}')
	} else {
		b.WriteByte(']')
	}
}

func main() {
	out := flag.String("out", "", "folder for the recorded scenarios (absent: where they are)")
	one := flag.Bool("one", false, "record one scenario in this process, to standard output")
	label := flag.String("engine", "3.259.0", "version of the engine, put into the scenario")
	jobs := flag.Int("j", 2, "processes at a time")
	dirs := flag.String("plugins", "", "folders with resource-NAME-vVERSION/pulumi-resource-NAME, separated by colons")
	limit := flag.Duration("limit", 8*time.Minute, "time for a scenario")
	flag.Parse()
	for _, d := range strings.Split(*dirs, ":") {
		if d != "" {
			abs, err := filepath.Abs(d)
			if err != nil {
				panic(err)
			}
			pluginDirs = append(pluginDirs, abs)
		}
	}
	if *one {
		recordOne(flag.Arg(0), *label)
		return
	}
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	sem := make(chan bool, *jobs)
	var wg sync.WaitGroup
	var mu sync.Mutex
	bad := 0
	for _, f := range flag.Args() {
		wg.Add(1)
		sem <- true
		go func() {
			defer wg.Done()
			defer func() { <-sem }()
			ctx, stop := context.WithTimeout(context.Background(), *limit)
			defer stop()
			cmd := exec.CommandContext(ctx, self, "-one", "-engine", *label, "-plugins", *dirs, f)
			var so, se bytes.Buffer
			cmd.Stdout, cmd.Stderr = &so, &se
			err := cmd.Run()
			mu.Lock()
			defer mu.Unlock()
			text := se.String()
			if len(text) > 3000 {
				text = text[:3000]
			}
			if err != nil {
				bad++
				fmt.Printf("BAD %s: %v\n%s", filepath.Base(f), err, text)
				return
			}
			fmt.Print(text)
			dir := *out
			if dir == "" {
				dir = filepath.Dir(f)
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(f)), so.Bytes(), 0o644); err != nil {
				panic(err)
			}
		}()
	}
	wg.Wait()
	fmt.Printf("%d scenarios, %d bad\n", flag.NArg(), bad)
	if bad > 0 {
		os.Exit(1)
	}
}

// recordOne exits with 3 if two recordings did not agree.
func recordOne(file, engine string) {
	sc, err := readScenario(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, s := range sc.Steps {
		s.Expect = nil
	}
	sc.Symbols, sc.Engine, sc.Providers = nil, engine, map[string]string{}
	warnings := record(sc)
	_, _ = os.Stdout.Write(pretty(sc))
	for _, w := range warnings {
		fmt.Fprintln(os.Stderr, "WARNING", sc.Name, w)
	}
	if len(warnings) > 0 {
		os.Exit(3)
	}
}
