// Package raw is a test provider without an SDK: shapes that no SDK can declare, and a host that has to hand back
// planned values and private data unaltered.
package raw

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keelson.dev/testprovider/client"
	"keelson.dev/testprovider/wire"
)

// Server answers what a host asks for resources. Methods that it does not have are those of features that its
// schema does not announce.
type Server struct {
	tfprotov6.ProviderServer
	client *client.Client
}

// New makes the provider; it has no configuration.
func New(watch *wire.Watch) tfprotov6.ProviderServer {
	return &Server{client: &client.Client{Watch: watch, Account: "default"}}
}

var capabilities = &tfprotov6.ServerCapabilities{PlanDestroy: true, GetProviderSchemaOptional: true}

// GetMetadata lists the resources.
func (s *Server) GetMetadata(context.Context, *tfprotov6.GetMetadataRequest) (*tfprotov6.GetMetadataResponse, error) {
	answer := &tfprotov6.GetMetadataResponse{ServerCapabilities: capabilities}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		answer.Resources = append(answer.Resources, tfprotov6.ResourceMetadata{TypeName: name})
	}
	return answer, nil
}

// GetProviderSchema gives the schemas of schema.go.
func (s *Server) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	return &tfprotov6.GetProviderSchemaResponse{
		Provider:           &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{}},
		ResourceSchemas:    schemas,
		ServerCapabilities: capabilities,
	}, nil
}

// GetResourceIdentitySchemas gives none.
func (s *Server) GetResourceIdentitySchemas(context.Context, *tfprotov6.GetResourceIdentitySchemasRequest) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return &tfprotov6.GetResourceIdentitySchemasResponse{}, nil
}

// GetFunctions gives none.
func (s *Server) GetFunctions(context.Context, *tfprotov6.GetFunctionsRequest) (*tfprotov6.GetFunctionsResponse, error) {
	return &tfprotov6.GetFunctionsResponse{}, nil
}

// ValidateProviderConfig accepts everything.
func (s *Server) ValidateProviderConfig(_ context.Context, req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{PreparedConfig: req.Config}, nil
}

// ConfigureProvider has nothing to take.
func (s *Server) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

// StopProvider is served by the watch.
func (s *Server) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	return &tfprotov6.StopProviderResponse{}, nil
}

// ValidateResourceConfig decodes the configuration, and refuses the text "bad" in any block, at its path.
func (s *Server) ValidateResourceConfig(_ context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	answer := &tfprotov6.ValidateResourceConfigResponse{}
	config, err := req.Config.Unmarshal(typeOf(req.TypeName))
	if err != nil {
		answer.Diagnostics = problem("Cannot decode the configuration", err)
		return answer, nil
	}
	err = tftypes.Walk(config, func(at *tftypes.AttributePath, value tftypes.Value) (bool, error) {
		var text string
		if value.IsKnown() && !value.IsNull() && value.Type().Is(tftypes.String) && value.As(&text) == nil && text == "bad" {
			answer.Diagnostics = append(answer.Diagnostics, &tfprotov6.Diagnostic{
				Severity: tfprotov6.DiagnosticSeverityError, Summary: "Bad text", Detail: "The text bad is not allowed.", Attribute: at})
		}
		return true, nil
	})
	return answer, err
}

// UpgradeResourceState decodes the stored state; there are no older versions.
func (s *Server) UpgradeResourceState(_ context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	answer := &tfprotov6.UpgradeResourceStateResponse{}
	if current := schemas[req.TypeName].Version; req.Version != current {
		answer.Diagnostics = problem("Unknown version of the state", fmt.Errorf("it is %d, not %d", req.Version, current))
		return answer, nil
	}
	state, err := req.RawState.Unmarshal(typeOf(req.TypeName))
	if err == nil {
		answer.UpgradedState, err = encode(req.TypeName, state)
	}
	if err != nil {
		answer.Diagnostics = problem("Cannot decode the stored state", err)
	}
	return answer, nil
}

// ImportResourceState takes the id, and leaves everything else to the read.
func (s *Server) ImportResourceState(_ context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	kind := typeOf(req.TypeName).(tftypes.Object)
	members := map[string]tftypes.Value{}
	for name, member := range kind.AttributeTypes {
		members[name] = tftypes.NewValue(member, nil)
	}
	members["id"] = tftypes.NewValue(tftypes.String, req.ID)
	state, err := encode(req.TypeName, tftypes.NewValue(kind, members))
	if err != nil {
		return nil, err
	}
	return &tfprotov6.ImportResourceStateResponse{ImportedResources: []*tfprotov6.ImportedResource{
		{TypeName: req.TypeName, State: state, Private: private{Seal: sealOf(req.ID)}.encode()},
	}}, nil
}

func encode(resource string, value tftypes.Value) (*tfprotov6.DynamicValue, error) {
	encoded, err := tfprotov6.NewDynamicValue(typeOf(resource), value)
	return &encoded, err
}

func problem(summary string, err error) []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityError, Summary: summary, Detail: err.Error()}}
}

var errLost = errors.New("the host did not give back what the provider gave it")
