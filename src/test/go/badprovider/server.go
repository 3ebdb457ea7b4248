package main

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// server is a small provider without a cloud: the type bad_thing, with the attributes id and name.
// The methods that it does not have are UNIMPLEMENTED.
type server struct {
	tfprotov6.ProviderServer
	descriptionBytes                         int
	schemaError, badSchema, wrongTypes, json bool
}

var implemented = []string{"GetMetadata", "GetProviderSchema", "GetResourceIdentitySchemas", "ValidateProviderConfig",
	"ConfigureProvider", "StopProvider", "ValidateResourceConfig", "UpgradeResourceState", "ReadResource",
	"PlanResourceChange", "ApplyResourceChange", "GetFunctions"}

var thing = tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String, "name": tftypes.String}}

func serve(provider server, unimplemented ...string) {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion:  6,
			MagicCookieKey:   "TF_PLUGIN_MAGIC_COOKIE",
			MagicCookieValue: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
		},
		Plugins: plugin.PluginSet{"provider": &tf6server.GRPCProviderPlugin{
			Name:         "keelson.dev/test/bad",
			GRPCProvider: func() tfprotov6.ProviderServer { return provider },
		}},
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options, grpc.MaxSendMsgSize(256<<20), grpc.MaxRecvMsgSize(256<<20),
				grpc.UnaryInterceptor(func(ctx context.Context, request any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
					method := path.Base(info.FullMethod)
					isProvider := strings.HasPrefix(info.FullMethod, "/tfplugin6.Provider/")
					if isProvider && (!slices.Contains(implemented, method) || slices.Contains(unimplemented, method)) {
						return nil, status.Errorf(codes.Unimplemented, "unknown method %s", method)
					}
					return handler(ctx, request)
				}))...)
		},
	})
}

func (s server) GetMetadata(context.Context, *tfprotov6.GetMetadataRequest) (*tfprotov6.GetMetadataResponse, error) {
	return &tfprotov6.GetMetadataResponse{Resources: []tfprotov6.ResourceMetadata{{TypeName: "bad_thing"}}}, nil
}

func (s server) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	answer := &tfprotov6.GetProviderSchemaResponse{
		Provider: &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{}},
		ResourceSchemas: map[string]*tfprotov6.Schema{"bad_thing": {Block: &tfprotov6.SchemaBlock{
			Description: strings.Repeat("x", s.descriptionBytes),
			Attributes: []*tfprotov6.SchemaAttribute{
				{Name: "id", Type: tftypes.String, Computed: true},
				{Name: "name", Type: tftypes.String, Required: true},
			},
		}}},
	}
	if s.schemaError {
		answer.Diagnostics = []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "No schema", Detail: "There is none today."}}
	}
	if s.badSchema {
		attributes := &answer.ResourceSchemas["bad_thing"].Block.Attributes
		*attributes = append(*attributes,
			&tfprotov6.SchemaAttribute{Name: "neither", Type: tftypes.String},
			&tfprotov6.SchemaAttribute{Name: "name", Type: tftypes.Number, Required: true, Optional: true})
	}
	return answer, nil
}

func (s server) GetResourceIdentitySchemas(context.Context, *tfprotov6.GetResourceIdentitySchemasRequest) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return &tfprotov6.GetResourceIdentitySchemasResponse{}, nil
}

func (s server) GetFunctions(context.Context, *tfprotov6.GetFunctionsRequest) (*tfprotov6.GetFunctionsResponse, error) {
	return &tfprotov6.GetFunctionsResponse{}, nil
}

func (s server) ValidateProviderConfig(context.Context, *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{}, nil
}

func (s server) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (s server) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	return &tfprotov6.StopProviderResponse{}, nil
}

func (s server) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

func (s server) UpgradeResourceState(_ context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &tfprotov6.DynamicValue{JSON: req.RawState.JSON}}, nil
}

func (s server) ReadResource(_ context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	state, err := s.answer(req.CurrentState)
	return &tfprotov6.ReadResourceResponse{NewState: state, Private: req.Private}, err
}

// PlanResourceChange leaves the id of a new thing unknown, unless all answers are JSON, which cannot say so.
func (s server) PlanResourceChange(_ context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	members, err := membersOf(req.ProposedNewState)
	if err != nil || members == nil {
		return &tfprotov6.PlanResourceChangeResponse{PlannedState: req.ProposedNewState}, err
	}
	if members["id"].IsNull() {
		members["id"] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		if s.json {
			members["id"] = tftypes.NewValue(tftypes.String, "known")
		}
	}
	planned, err := s.encode(members)
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: planned}, err
}

func (s server) ApplyResourceChange(_ context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	state, err := s.answer(req.PlannedState)
	return &tfprotov6.ApplyResourceChangeResponse{NewState: state}, err
}

// answer gives the state as it stands, with an id, or something of quite another type.
func (s server) answer(state *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	members, err := membersOf(state)
	if err != nil || members == nil {
		return state, err
	}
	if s.wrongTypes {
		wrong := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.Number, "extra": tftypes.Bool}}
		value, err := tfprotov6.NewDynamicValue(wrong, tftypes.NewValue(wrong, map[string]tftypes.Value{
			"id": tftypes.NewValue(tftypes.Number, 7), "extra": tftypes.NewValue(tftypes.Bool, true),
		}))
		return &value, err
	}
	if !members["id"].IsKnown() {
		members["id"] = tftypes.NewValue(tftypes.String, "known")
	}
	return s.encode(members)
}

func membersOf(value *tfprotov6.DynamicValue) (map[string]tftypes.Value, error) {
	decoded, err := value.Unmarshal(thing)
	if err != nil || decoded.IsNull() {
		return nil, err
	}
	var members map[string]tftypes.Value
	return members, decoded.As(&members)
}

// encode writes msgpack, or JSON alone if that is what this provider does.
func (s server) encode(members map[string]tftypes.Value) (*tfprotov6.DynamicValue, error) {
	if s.json {
		return &tfprotov6.DynamicValue{JSON: jsonOf(members)}, nil
	}
	value, err := tfprotov6.NewDynamicValue(thing, tftypes.NewValue(thing, members))
	return &value, err
}

func jsonOf(members map[string]tftypes.Value) []byte {
	texts := map[string]*string{}
	for name, value := range members {
		var text *string
		if err := value.As(&text); err != nil {
			panic(err)
		}
		texts[name] = text
	}
	encoded, err := json.Marshal(texts)
	if err != nil {
		panic(err)
	}
	return encoded
}
