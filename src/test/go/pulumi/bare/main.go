// pulumi-resource-bare and pulumi-resource-legacy: one provider written on the protocol itself.
//
// As "bare" it shakes hands and accepts everything; as "legacy" it knows no Handshake, no CheckConfig and no DiffConfig,
// accepts neither secrets nor resource references nor output values and has no previews.
package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"keelson.dev/pulumiproviders/world"
)

const (
	sigKey    = "4dabf18193072939515e22adb298388d"
	secretSig = "1b47061264138c4ac30d75fd1eb44270"
	unknown   = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
)

var schema = `{"name":"PKG","version":"1.0.0","config":{"variables":{"region":{"type":"string"},"account":{"type":"string"},"key":{"type":"string","secret":true}}},
"provider":{"inputProperties":{"region":{"type":"string"},"account":{"type":"string"},"key":{"type":"string","secret":true}}},
"resources":{TYPES},"functions":{"PKG:index:echo":{"inputs":{"type":"object","properties":{"value":{"$ref":"pulumi.json#/Any"}}},"outputs":{"type":"object","properties":{"value":{"$ref":"pulumi.json#/Any"}}}},
"PKG:index:refuse":{"inputs":{"type":"object","properties":{}},"outputs":{"type":"object","properties":{}}}}}`

var kinds = []string{"Keys", "Detail", "Unknown", "Quiet", "Loud", "NoDiff", "First", "Named", "Refreshed", "Legacy", "Stable", "Plain"}

func schemaText(pkg string) string {
	props := `"zone":{"type":"string"},"size":{"type":"integer"},"label":{"type":"string"},"name":{"type":"string"},"note":{"type":"string","secret":true},"object":{"type":"object","additionalProperties":{"$ref":"pulumi.json#/Any"}},"list":{"type":"array","items":{"type":"string"}},"flag":{"type":"boolean"},"source":{"$ref":"pulumi.json#/Any"}`
	var types []string
	for _, k := range kinds {
		types = append(types, fmt.Sprintf(`"PKG:index:%s":{"inputProperties":{%s},"properties":{%s,"endpoint":{"type":"string"},"etag":{"type":"string"}}}`, k, props, props))
	}
	return strings.ReplaceAll(strings.ReplaceAll(schema, "TYPES", strings.Join(types, ",")), "PKG", pkg)
}

type server struct {
	pulumirpc.UnimplementedResourceProviderServer
	legacy bool
	pkg    string
}

func main() {
	name := strings.TrimPrefix(filepath.Base(os.Args[0]), "pulumi-resource-")
	s := &server{legacy: name == "legacy", pkg: name}
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: make(chan bool),
		Init: func(g *grpc.Server) error {
			pulumirpc.RegisterResourceProviderServer(g, s)
			return nil
		},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(handle.Port)
	if err := <-handle.Done; err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (s *server) Handshake(context.Context, *pulumirpc.ProviderHandshakeRequest) (*pulumirpc.ProviderHandshakeResponse, error) {
	if s.legacy {
		return nil, status.Error(codes.Unimplemented, "no handshake")
	}
	return &pulumirpc.ProviderHandshakeResponse{
		AcceptSecrets: true, AcceptResources: true, AcceptOutputs: true, SupportsAutonamingConfiguration: true,
	}, nil
}

func (s *server) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: "1.0.0"}, nil
}

func (s *server) GetSchema(context.Context, *pulumirpc.GetSchemaRequest) (*pulumirpc.GetSchemaResponse, error) {
	return &pulumirpc.GetSchemaResponse{Schema: schemaText(s.pkg)}, nil
}

func (s *server) Attach(context.Context, *pulumirpc.PluginAttach) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, nil
}

func (s *server) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, nil
}

func (s *server) CheckConfig(_ context.Context, r *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	if s.legacy {
		return nil, status.Error(codes.Unimplemented, "no CheckConfig")
	}
	if f := world.Trouble("checkConfig", s.pkg, ""); f != nil {
		return nil, errors.New(f.Message)
	}
	if text(r.News, "region") == "nowhere" {
		return &pulumirpc.CheckResponse{Failures: []*pulumirpc.CheckFailure{{Property: "region", Reason: "there is no such region"}}}, nil
	}
	news := copyOf(r.News)
	if _, ok := news.Fields["region"]; !ok {
		news.Fields["region"] = structpb.NewStringValue("home")
	}
	return &pulumirpc.CheckResponse{Inputs: news}, nil
}

// DiffConfig: another account is another system.
func (s *server) DiffConfig(_ context.Context, r *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	if s.legacy {
		return nil, status.Error(codes.Unimplemented, "no DiffConfig")
	}
	res := &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_NONE}
	for _, k := range []string{"account", "key", "region"} {
		if text(r.OldInputs, k) != text(r.News, k) {
			res.Changes = pulumirpc.DiffResponse_DIFF_SOME
			res.Diffs = append(res.Diffs, k)
			if k == "account" {
				res.Replaces = append(res.Replaces, k)
			}
		}
	}
	return res, nil
}

func (s *server) Configure(_ context.Context, r *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	if f := world.Trouble("configure", s.pkg, ""); f != nil {
		return nil, errors.New(f.Message)
	}
	if s.legacy {
		return &pulumirpc.ConfigureResponse{}, nil
	}
	return &pulumirpc.ConfigureResponse{AcceptSecrets: true, AcceptResources: true, AcceptOutputs: true, SupportsPreview: true,
		SupportsAutonamingConfiguration: true}, nil
}

// copyOf copies; an empty Struct comes without a map.
func copyOf(s *structpb.Struct) *structpb.Struct {
	c := &structpb.Struct{Fields: map[string]*structpb.Value{}}
	for k, v := range s.GetFields() {
		c.Fields[k] = proto.Clone(v).(*structpb.Value)
	}
	return c
}

func kind(urn string) string {
	p := strings.Split(urn, "::")
	t := p[len(p)-2]
	return t[strings.LastIndex(t, ":")+1:]
}

func nameOf(urn string) string { return urn[strings.LastIndex(urn, "::")+2:] }

func unwrap(v *structpb.Value) *structpb.Value {
	if o := v.GetStructValue(); o != nil {
		if o.Fields[sigKey].GetStringValue() == secretSig {
			return unwrap(o.Fields["value"])
		}
	}
	return v
}

func text(s *structpb.Struct, k string) string {
	if s == nil || s.Fields[k] == nil {
		return ""
	}
	return unwrap(s.Fields[k]).GetStringValue()
}

func (s *server) Check(_ context.Context, r *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	res := &pulumirpc.CheckResponse{Inputs: copyOf(r.News)}
	if v := r.News.Fields["size"]; v != nil && unwrap(v).GetNumberValue() < 0 {
		res.Failures = append(res.Failures, &pulumirpc.CheckFailure{Property: "size", Reason: "size must not be negative"})
	}
	if v := r.News.Fields["bad"]; v != nil {
		res.Failures = append(res.Failures, &pulumirpc.CheckFailure{Property: "bad", Reason: "no such property"})
	}
	if f := world.Trouble("check", nameOf(r.Urn), ""); f != nil {
		if f.Partial { // a failure of no property
			res.Failures = append(res.Failures, &pulumirpc.CheckFailure{Reason: f.Message})
			return res, nil
		}
		return nil, errors.New(f.Message)
	}
	if kind(r.Urn) == "Named" && r.News.Fields["name"] == nil {
		old := text(r.Olds, "name")
		switch {
		case old != "":
			res.Inputs.Fields["name"] = structpb.NewStringValue(old)
		case r.Autonaming.GetMode() == pulumirpc.CheckRequest_AutonamingOptions_DISABLE:
			res.Failures = append(res.Failures, &pulumirpc.CheckFailure{Property: "name", Reason: "a name is needed"})
		case r.Autonaming.GetProposedName() != "":
			res.Inputs.Fields["name"] = structpb.NewStringValue(r.Autonaming.ProposedName)
		default:
			res.Inputs.Fields["name"] = structpb.NewStringValue(nameOf(r.Urn) + "-" + hex.EncodeToString(r.RandomSeed[:min(4, len(r.RandomSeed))]))
		}
	}
	return res, nil
}

func differing(a, b *structpb.Struct) []string {
	keys := map[string]bool{}
	for _, m := range []*structpb.Struct{a, b} {
		for k := range m.GetFields() {
			keys[k] = true
		}
	}
	var out []string
	for k := range keys {
		if k == "__defaults" {
			continue
		}
		x, y := a.GetFields()[k], b.GetFields()[k]
		if x == nil || y == nil || !proto.Equal(unwrap(x), unwrap(y)) {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}

func (s *server) Diff(_ context.Context, r *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	if f := world.Trouble("diff", nameOf(r.Urn), r.Id); f != nil {
		return nil, errors.New(f.Message)
	}
	keys := differing(r.OldInputs, r.News)
	some := pulumirpc.DiffResponse_DIFF_NONE
	if len(keys) > 0 {
		some = pulumirpc.DiffResponse_DIFF_SOME
	}
	has := func(k string) bool {
		for _, x := range keys {
			if x == k {
				return true
			}
		}
		return false
	}
	switch kind(r.Urn) {
	case "Unknown":
		return &pulumirpc.DiffResponse{}, nil
	case "Quiet":
		return &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_NONE}, nil
	case "Loud":
		return &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_SOME}, nil
	case "NoDiff":
		return nil, status.Error(codes.Unimplemented, "no Diff")
	case "Detail", "First":
		res := &pulumirpc.DiffResponse{Changes: some, HasDetailedDiff: true, DetailedDiff: map[string]*pulumirpc.PropertyDiff{}}
		for _, k := range keys {
			d := pulumirpc.PropertyDiff_UPDATE
			switch {
			case r.OldInputs.Fields[k] == nil:
				d = pulumirpc.PropertyDiff_ADD
			case r.News.Fields[k] == nil:
				d = pulumirpc.PropertyDiff_DELETE
			}
			if k == "zone" {
				d++ // the kinds with replacement follow the others
				res.DeleteBeforeReplace = kind(r.Urn) == "First"
			}
			if k == "size" { // said in `replaces` only, which does not count beside a detailed diff
				res.Replaces = append(res.Replaces, k)
			}
			res.DetailedDiff[k] = &pulumirpc.PropertyDiff{Kind: d, InputDiff: true}
			res.Diffs = append(res.Diffs, k)
		}
		return res, nil
	default: // Keys and others
		res := &pulumirpc.DiffResponse{Changes: some, Diffs: keys}
		if has("zone") {
			res.Replaces = append(res.Replaces, "zone")
		}
		if has("name") {
			res.Replaces = append(res.Replaces, "name")
		}
		if kind(r.Urn) == "Stable" {
			res.Stables = []string{"endpoint"}
		}
		return res, nil
	}
}

func toMap(s *structpb.Struct) map[string]any {
	if s == nil {
		return nil
	}
	return s.AsMap()
}

func object(in *structpb.Struct, name string, n, m int) *structpb.Struct {
	out := copyOf(in)
	out.Fields["endpoint"] = structpb.NewStringValue(fmt.Sprintf("%s.%d.example", name, n))
	out.Fields["etag"] = structpb.NewStringValue(fmt.Sprintf("%s.%d.%d", name, n, m))
	return out
}

func unfinished(id string, out, in *structpb.Struct, reason string) error {
	st, err := status.New(codes.Unknown, reason).WithDetails(&pulumirpc.ErrorResourceInitFailed{
		Id: id, Properties: out, Inputs: in, Reasons: []string{reason, "second reason"},
	})
	if err != nil {
		return err
	}
	return st.Err()
}

func (s *server) Create(_ context.Context, r *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	name := nameOf(r.Urn)
	if r.Preview {
		out := copyOf(r.Properties)
		out.Fields["etag"] = structpb.NewStringValue(unknown)
		res := &pulumirpc.CreateResponse{Properties: out}
		if kind(r.Urn) == "Named" { // an id that is known while planning
			res.Id = "will-be-" + name
		}
		return res, nil
	}
	var res *pulumirpc.CreateResponse
	err := world.Do(func(w *world.World) error {
		f := w.Fault("create", name, "")
		if f != nil && !f.Partial {
			return errors.New(f.Message)
		}
		id, n := w.Next(name)
		out := object(r.Properties, name, n, 0)
		w.Objects[id] = &world.Object{Type: kind(r.Urn), Name: name, Props: toMap(r.Properties), Outputs: toMap(out)}
		res = &pulumirpc.CreateResponse{Id: id, Properties: out, RefreshBeforeUpdate: kind(r.Urn) == "Refreshed"}
		if f != nil {
			out.Fields["etag"] = structpb.NewStringValue("unfinished")
			w.Objects[id].Outputs = toMap(out)
			res = nil
			in := r.Properties
			if v, ok := f.Outputs["inputs"].(map[string]any); ok { // the inputs that the error brings
				in, _ = structpb.NewStruct(v)
			}
			return keep{unfinished(id, out, in, f.Message)}
		}
		return nil
	})
	return res, uncover(err)
}

// keep is an error that leaves the world changed.
type keep struct{ error }

func uncover(err error) error {
	var k keep
	if errors.As(err, &k) {
		return k.error
	}
	return err
}

func (s *server) Update(_ context.Context, r *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	name := nameOf(r.Urn)
	if r.Preview {
		out := copyOf(r.News)
		out.Fields["endpoint"] = r.Olds.Fields["endpoint"]
		out.Fields["etag"] = structpb.NewStringValue(unknown)
		return &pulumirpc.UpdateResponse{Properties: out}, nil
	}
	var res *pulumirpc.UpdateResponse
	err := world.Do(func(w *world.World) error {
		o := w.Objects[r.Id]
		if o == nil {
			return errors.New("there is no " + r.Id)
		}
		f := w.Fault("update", name, r.Id)
		if f != nil && !f.Partial {
			return errors.New(f.Message)
		}
		if f != nil {
			out := copyOf(r.Olds)
			out.Fields["etag"] = structpb.NewStringValue("unfinished")
			o.Outputs = toMap(out)
			return keep{unfinished(r.Id, out, r.News, f.Message)}
		}
		o.Updates++
		n := 0
		_, _ = fmt.Sscanf(r.Id[strings.LastIndex(r.Id, "-")+1:], "%d", &n)
		out := object(r.News, o.Name, n, o.Updates)
		o.Props, o.Outputs = toMap(r.News), toMap(out)
		res = &pulumirpc.UpdateResponse{Properties: out, RefreshBeforeUpdate: kind(r.Urn) == "Refreshed"}
		return nil
	})
	return res, uncover(err)
}

func (s *server) Delete(_ context.Context, r *pulumirpc.DeleteRequest) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, world.Do(func(w *world.World) error {
		if f := w.Fault("delete", nameOf(r.Urn), r.Id); f != nil {
			return errors.New(f.Message)
		}
		delete(w.Objects, r.Id)
		return nil
	})
}

func (s *server) Read(_ context.Context, r *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	res := &pulumirpc.ReadResponse{}
	err := world.Do(func(w *world.World) error {
		o := w.Objects[r.Id]
		if o == nil {
			return nil
		}
		f := w.Fault("read", nameOf(r.Urn), r.Id)
		if f != nil && !f.Partial {
			return errors.New(f.Message)
		}
		in, err := structpb.NewStruct(o.Props)
		if err != nil {
			return err
		}
		out, err := structpb.NewStruct(o.Outputs)
		if err != nil {
			return err
		}
		res.Id, res.Properties, res.RefreshBeforeUpdate = r.Id, out, kind(r.Urn) == "Refreshed"
		if kind(r.Urn) != "Plain" { // Plain gives no inputs back
			res.Inputs = in
		}
		if f != nil {
			return keep{unfinished(r.Id, out, in, f.Message)}
		}
		return nil
	})
	return res, uncover(err)
}

func (s *server) Invoke(_ context.Context, r *pulumirpc.InvokeRequest) (*pulumirpc.InvokeResponse, error) {
	switch {
	case strings.HasSuffix(r.Tok, ":echo"):
		return &pulumirpc.InvokeResponse{Return: r.Args}, nil
	case strings.HasSuffix(r.Tok, ":refuse"):
		return &pulumirpc.InvokeResponse{Failures: []*pulumirpc.CheckFailure{{Property: "value", Reason: "refused"}}}, nil
	}
	return nil, status.Error(codes.NotFound, "no function "+r.Tok)
}
