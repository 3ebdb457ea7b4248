// pulumi-resource-keel: a native provider made with pulumi-go-provider.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	"keelson.dev/pulumiproviders/world"
)

func main() {
	provider, err := infer.NewProviderBuilder().
		WithDisplayName("Keel").
		WithConfig(infer.Config(&Config{})).
		WithResources(
			infer.Resource(Thing{}), infer.Resource(Fixed{}), infer.Resource(Final{}),
		).
		WithFunctions(infer.Function(Lookup{})).
		WithModuleMap(map[tokens.ModuleName]tokens.ModuleName{"main": "index"}).
		Build()
	if err == nil {
		err = provider.Run(context.Background(), "keel", "1.0.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Config: any change of it replaces the provider (that is what infer answers).
type Config struct {
	Region  string  `pulumi:"region,optional"`
	Key     *string `pulumi:"key,optional" provider:"secret"`
	Refuse  *string `pulumi:"refuse,optional"`
	Refuse2 *string `pulumi:"refuseLate,optional"`
}

func (c *Config) Annotate(a infer.Annotator) { a.SetDefault(&c.Region, "home", "KEEL_REGION") }

// Configure fails if it is told to.
func (c *Config) Configure(context.Context) error {
	if c.Refuse2 != nil {
		return errors.New("configuration refused: " + *c.Refuse2)
	}
	return nil
}

// ThingArgs: zone forces a replacement, size may not be negative.
type ThingArgs struct {
	Zone  string            `pulumi:"zone" provider:"replaceOnChanges"`
	Size  *int              `pulumi:"size,optional"`
	Label string            `pulumi:"label,optional"`
	Note  *string           `pulumi:"note,optional" provider:"secret"`
	Tags  map[string]string `pulumi:"tags,optional"`
	List  []string          `pulumi:"list,optional"`
}

func (t *ThingArgs) Annotate(a infer.Annotator) { a.SetDefault(&t.Label, "none") }

// ThingState: endpoint is new with each object, etag with each change, token is a secret of each object.
type ThingState struct {
	ThingArgs
	Endpoint string `pulumi:"endpoint"`
	Etag     string `pulumi:"etag"`
	Token    string `pulumi:"token" provider:"secret"`
	Region   string `pulumi:"region"`
}

func state(in ThingArgs, name string, n, m int, region string) ThingState {
	return ThingState{
		ThingArgs: in, Endpoint: fmt.Sprintf("%s.%d.example", name, n), Etag: fmt.Sprintf("%s.%d.%d", name, n, m),
		Token: fmt.Sprintf("token-%s-%d", name, n), Region: region,
	}
}

func toMap(v any) map[string]any {
	b, _ := json.Marshal(plain(v))
	m := map[string]any{}
	_ = json.Unmarshal(b, &m)
	return m
}

func plain(v any) any {
	switch t := v.(type) {
	case ThingArgs:
		return map[string]any{"zone": t.Zone, "size": t.Size, "label": t.Label, "note": t.Note, "tags": t.Tags, "list": t.List}
	case ThingState:
		m := plain(t.ThingArgs).(map[string]any)
		m["endpoint"], m["etag"], m["token"], m["region"] = t.Endpoint, t.Etag, t.Token, t.Region
		return m
	}
	return v
}

func fromMap(m map[string]any) ThingState {
	b, _ := json.Marshal(m)
	var s struct {
		Zone, Label, Endpoint, Etag, Token, Region string
		Size                                       *int
		Note                                       *string
		Tags                                       map[string]string
		List                                       []string
	}
	_ = json.Unmarshal(b, &s)
	return ThingState{
		ThingArgs: ThingArgs{Zone: s.Zone, Size: s.Size, Label: s.Label, Note: s.Note, Tags: s.Tags, List: s.List},
		Endpoint:  s.Endpoint, Etag: s.Etag, Token: s.Token, Region: s.Region,
	}
}

func partial(f *world.Fault) error {
	return infer.ResourceInitFailedError{Reasons: []string{f.Message}}
}

func create(ctx context.Context, typ, name string, in ThingArgs, dry bool) (infer.CreateResponse[ThingState], error) {
	region := infer.GetConfig[Config](ctx).Region
	if dry {
		return infer.CreateResponse[ThingState]{Output: ThingState{ThingArgs: in}}, nil
	}
	var res infer.CreateResponse[ThingState]
	var fault *world.Fault
	err := world.DoFor(name, func(w *world.World) error {
		fault = w.Fault("create", name, "")
		if fault != nil && !fault.Partial {
			return errors.New(fault.Message)
		}
		id, n := w.Next(name)
		s := state(in, name, n, 0, region)
		w.Objects[id] = &world.Object{Type: typ, Name: name, Props: toMap(in), Outputs: toMap(s)}
		if fault != nil {
			s.Etag = "unfinished"
			w.Objects[id].Outputs["etag"] = s.Etag
		}
		res.ID, res.Output = id, s
		return nil
	})
	if err == nil && fault != nil {
		err = partial(fault)
	}
	return res, err
}

func update(id string, old ThingState, in ThingArgs, dry bool) (infer.UpdateResponse[ThingState], error) {
	out := old
	out.ThingArgs = in
	if dry {
		return infer.UpdateResponse[ThingState]{Output: out}, nil
	}
	var fault *world.Fault
	err := world.DoFor(world.Name(id), func(w *world.World) error {
		o := w.Objects[id]
		if o == nil {
			return errors.New("there is no " + id)
		}
		fault = w.Fault("update", o.Name, id)
		if fault != nil && !fault.Partial {
			return errors.New(fault.Message)
		}
		if fault != nil {
			out = old
			out.Etag = "unfinished"
		} else {
			o.Updates++
			n := 0
			_, _ = fmt.Sscanf(id[strings.LastIndex(id, "-")+1:], "%d", &n)
			out.Etag = fmt.Sprintf("%s.%d.%d", o.Name, n, o.Updates)
			o.Props = toMap(in)
		}
		o.Outputs = toMap(out)
		return nil
	})
	if err == nil && fault != nil {
		err = partial(fault)
	}
	return infer.UpdateResponse[ThingState]{Output: out}, err
}

func remove(id string) (infer.DeleteResponse, error) {
	return infer.DeleteResponse{}, world.DoFor(world.Name(id), func(w *world.World) error {
		if o := w.Objects[id]; o != nil {
			if f := w.Fault("delete", o.Name, id); f != nil {
				return errors.New(f.Message)
			}
		}
		delete(w.Objects, id)
		return nil
	})
}

func read(id string, in ThingArgs, st ThingState) (infer.ReadResponse[ThingArgs, ThingState], error) {
	var res infer.ReadResponse[ThingArgs, ThingState]
	var fault *world.Fault
	err := world.DoFor(world.Name(id), func(w *world.World) error {
		o := w.Objects[id]
		if o == nil {
			return nil
		}
		fault = w.Fault("read", o.Name, id)
		if fault != nil && !fault.Partial {
			return errors.New(fault.Message)
		}
		res.ID = id
		res.Inputs = fromMap(o.Props).ThingArgs
		res.State = fromMap(o.Outputs)
		return nil
	})
	if err == nil && fault != nil {
		err = partial(fault)
	}
	return res, err
}

func check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[ThingArgs], error) {
	in, failures, err := infer.DefaultCheck[ThingArgs](ctx, req.NewInputs)
	if err != nil {
		return infer.CheckResponse[ThingArgs]{}, err
	}
	if in.Size != nil && *in.Size < 0 {
		failures = append(failures, p.CheckFailure{Property: "size", Reason: "size must not be negative"})
	}
	if f := world.Trouble("check", req.Name, ""); f != nil {
		failures = append(failures, p.CheckFailure{Property: "", Reason: f.Message})
	}
	return infer.CheckResponse[ThingArgs]{Inputs: in, Failures: failures}, nil
}

// Thing is changed in place, save for its zone.
type Thing struct{}

func (Thing) Check(ctx context.Context, r infer.CheckRequest) (infer.CheckResponse[ThingArgs], error) {
	return check(ctx, r)
}

func (Thing) Create(ctx context.Context, r infer.CreateRequest[ThingArgs]) (infer.CreateResponse[ThingState], error) {
	return create(ctx, "Thing", r.Name, r.Inputs, r.DryRun)
}

func (Thing) Update(_ context.Context, r infer.UpdateRequest[ThingArgs, ThingState]) (infer.UpdateResponse[ThingState], error) {
	return update(r.ID, r.State, r.Inputs, r.DryRun)
}

func (Thing) Delete(_ context.Context, r infer.DeleteRequest[ThingState]) (infer.DeleteResponse, error) {
	return remove(r.ID)
}

func (Thing) Read(_ context.Context, r infer.ReadRequest[ThingArgs, ThingState]) (infer.ReadResponse[ThingArgs, ThingState], error) {
	return read(r.ID, r.Inputs, r.State)
}

// WireDependencies: the endpoint follows the zone only, the etag everything.
func (Thing) WireDependencies(f infer.FieldSelector, a *ThingArgs, s *ThingState) {
	f.OutputField(&s.Zone).DependsOn(f.InputField(&a.Zone))
	f.OutputField(&s.Size).DependsOn(f.InputField(&a.Size))
	f.OutputField(&s.Label).DependsOn(f.InputField(&a.Label))
	f.OutputField(&s.Note).DependsOn(f.InputField(&a.Note))
	f.OutputField(&s.Tags).DependsOn(f.InputField(&a.Tags))
	f.OutputField(&s.List).DependsOn(f.InputField(&a.List))
	f.OutputField(&s.Endpoint).DependsOn(f.InputField(&a.Zone))
	f.OutputField(&s.Etag).DependsOn(f.InputField(&a.Size).Computed(), f.InputField(&a.Label).Computed(), f.InputField(&a.Tags).Computed(), f.InputField(&a.List).Computed())
	f.OutputField(&s.Token).AlwaysSecret()
}

// Fixed answers its own Diff, with delete-before-replace for the zone; it declares no dependencies and no secrets.
type Fixed struct{}

func (Fixed) Check(ctx context.Context, r infer.CheckRequest) (infer.CheckResponse[ThingArgs], error) {
	return check(ctx, r)
}

func (Fixed) Create(ctx context.Context, r infer.CreateRequest[ThingArgs]) (infer.CreateResponse[ThingState], error) {
	return create(ctx, "Fixed", r.Name, r.Inputs, r.DryRun)
}

func (Fixed) Update(_ context.Context, r infer.UpdateRequest[ThingArgs, ThingState]) (infer.UpdateResponse[ThingState], error) {
	return update(r.ID, r.State, r.Inputs, r.DryRun)
}

func (Fixed) Delete(_ context.Context, r infer.DeleteRequest[ThingState]) (infer.DeleteResponse, error) {
	return remove(r.ID)
}

func (Fixed) Read(_ context.Context, r infer.ReadRequest[ThingArgs, ThingState]) (infer.ReadResponse[ThingArgs, ThingState], error) {
	return read(r.ID, r.Inputs, r.State)
}

func (Fixed) Diff(_ context.Context, r infer.DiffRequest[ThingArgs, ThingState]) (infer.DiffResponse, error) {
	if f := world.Trouble("diff", world.Name(r.ID), r.ID); f != nil {
		return infer.DiffResponse{}, errors.New(f.Message)
	}
	d := infer.DiffResponse{DetailedDiff: map[string]p.PropertyDiff{}}
	if r.Inputs.Zone != r.State.Zone {
		d.DetailedDiff["zone"] = p.PropertyDiff{Kind: p.UpdateReplace, InputDiff: true}
		d.DeleteBeforeReplace = true
	}
	if r.Inputs.Label != r.State.Label {
		d.DetailedDiff["label"] = p.PropertyDiff{Kind: p.Update, InputDiff: true}
	}
	if num(r.Inputs.Size) != num(r.State.Size) {
		d.DetailedDiff["size"] = p.PropertyDiff{Kind: p.Update}
	}
	d.HasChanges = len(d.DetailedDiff) > 0
	return d, nil
}

func num(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// Final has no Update: each change is a replacement.
type Final struct{}

func (Final) Create(ctx context.Context, r infer.CreateRequest[ThingArgs]) (infer.CreateResponse[ThingState], error) {
	return create(ctx, "Final", r.Name, r.Inputs, r.DryRun)
}

func (Final) Delete(_ context.Context, r infer.DeleteRequest[ThingState]) (infer.DeleteResponse, error) {
	return remove(r.ID)
}

// Lookup is a function.
type Lookup struct{}

// LookupArgs are its arguments.
type LookupArgs struct {
	Zone string  `pulumi:"zone"`
	Note *string `pulumi:"note,optional" provider:"secret"`
}

// LookupResult is its answer.
type LookupResult struct {
	Address string `pulumi:"address"`
	Secret  string `pulumi:"secret" provider:"secret"`
	Region  string `pulumi:"region"`
}

// Invoke answers.
func (Lookup) Invoke(ctx context.Context, r infer.FunctionRequest[LookupArgs]) (infer.FunctionResponse[LookupResult], error) {
	if r.Input.Zone == "nowhere" {
		return infer.FunctionResponse[LookupResult]{}, errors.New("there is no zone nowhere")
	}
	return infer.FunctionResponse[LookupResult]{Output: LookupResult{
		Address: r.Input.Zone + ".example", Secret: "s-" + r.Input.Zone, Region: infer.GetConfig[Config](ctx).Region,
	}}, nil
}
