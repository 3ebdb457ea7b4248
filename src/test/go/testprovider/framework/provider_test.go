package framework

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keelson.dev/testprovider/wire"
	"keelson.dev/testprovider/world"
)

// What no Terraform before 1.12, or none without an experiment, asks for.

var (
	ctx = context.Background()
)

func newServer(t *testing.T, version string) (tfprotov6.ProviderServer, world.Session, *tfprotov6.GetProviderSchemaResponse) {
	t.Helper()
	watch, err := wire.NewWatch(t.TempDir(), world.Source{Provider: "keelsontest", Version: version, Protocol: 6})
	if err != nil {
		t.Fatal(err)
	}
	server := providerserver.NewProtocol6(New(watch))()
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(schemas.Diagnostics) > 0 {
		t.Fatal(err, schemas.Diagnostics)
	}
	config := value(t, schemas.Provider, nil)
	answer, err := server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: config})
	if err != nil || len(answer.Diagnostics) > 0 {
		t.Fatal(err, answer.Diagnostics)
	}
	return server, world.Session{World: watch.World(), Account: "default"}, schemas
}

// value is an object of a schema, with the given texts and everything else null.
func value(t *testing.T, schema *tfprotov6.Schema, texts map[string]string) *tfprotov6.DynamicValue {
	t.Helper()
	kind := schema.ValueType().(tftypes.Object)
	members := map[string]tftypes.Value{}
	for name, member := range kind.AttributeTypes {
		members[name] = tftypes.NewValue(member, nil)
		if text, given := texts[name]; given {
			members[name] = tftypes.NewValue(member, text)
		}
		if texts[name] == "unknown" {
			members[name] = tftypes.NewValue(member, tftypes.UnknownValue)
		}
	}
	return pack(t, kind, tftypes.NewValue(kind, members))
}

func pack(t *testing.T, kind tftypes.Type, of tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	packed, err := tfprotov6.NewDynamicValue(kind, of)
	if err != nil {
		t.Fatal(err)
	}
	return &packed
}

func text(t *testing.T, kind tftypes.Type, packed *tfprotov6.DynamicValue, attribute string) string {
	t.Helper()
	unpacked, err := packed.Unmarshal(kind)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]tftypes.Value
	var found string
	if err := unpacked.As(&members); err != nil {
		t.Fatal(err)
	}
	if err := members[attribute].As(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestSchemasOfAllVersionsAndProtocolsAreValid(t *testing.T) {
	for _, version := range []string{"0.1.0", "1.0.0", "2.0.0"} {
		newServer(t, version)
	}
	watch, err := wire.NewWatch(t.TempDir(), world.Source{Provider: "keelsontest5", Version: "2.0.0", Protocol: 5})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := providerserver.NewProtocol5(New(watch))().GetProviderSchema(ctx, nil)
	if err != nil || len(answer.Diagnostics) > 0 {
		t.Fatal(err, answer.Diagnostics)
	}
}

func TestAPlanIsDeferredOnlyForAHostThatAllowsIt(t *testing.T) {
	server, _, schemas := newServer(t, "2.0.0")
	schema := schemas.ResourceSchemas["keelsontest_thing"]
	kind := schema.ValueType()
	for needs, wanted := range map[string]tfprotov6.DeferredReason{
		"missing": tfprotov6.DeferredReasonAbsentPrereq,
		"unknown": tfprotov6.DeferredReasonResourceConfigUnknown,
	} {
		config := value(t, schema, map[string]string{"name": "a", "needs": needs})
		request := &tfprotov6.PlanResourceChangeRequest{TypeName: "keelsontest_thing", Config: config, ProposedNewState: config,
			PriorState: pack(t, kind, tftypes.NewValue(kind, nil))}
		answer, err := server.PlanResourceChange(ctx, request)
		if err != nil || len(answer.Diagnostics) > 0 || answer.Deferred != nil {
			t.Fatal(err, answer.Diagnostics, answer.Deferred)
		}
		request.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
		answer, err = server.PlanResourceChange(ctx, request)
		if err != nil || answer.Deferred == nil || answer.Deferred.Reason != wanted {
			t.Errorf("needs %s: %v %v", needs, err, answer.Deferred)
		}
	}
}

func TestANamedIsImportedByItsIdentity(t *testing.T) {
	server, session, schemas := newServer(t, "2.0.0")
	object := world.Object{ID: "n", Type: "keelsontest_named", Name: "n", Values: []byte(`{"text": "t"}`)}
	if _, err := session.Create(ctx, object, nil); err != nil {
		t.Fatal(err)
	}
	identity := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"account": tftypes.String, "name": tftypes.String}}
	imported, err := server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: "keelsontest_named",
		Identity: &tfprotov6.ResourceIdentityData{IdentityData: pack(t, identity, tftypes.NewValue(identity, map[string]tftypes.Value{
			"account": tftypes.NewValue(tftypes.String, nil), "name": tftypes.NewValue(tftypes.String, "n"),
		}))}})
	if err != nil || len(imported.Diagnostics) > 0 {
		t.Fatal(err, imported.Diagnostics)
	}
	read, err := server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: "keelsontest_named",
		CurrentState: imported.ImportedResources[0].State, Private: imported.ImportedResources[0].Private,
		CurrentIdentity: imported.ImportedResources[0].Identity})
	if err != nil || len(read.Diagnostics) > 0 {
		t.Fatal(err, read.Diagnostics[0].Detail)
	}
	kind := schemas.ResourceSchemas["keelsontest_named"].ValueType()
	if got := text(t, kind, read.NewState, "text"); got != "t" {
		t.Errorf("text is %q", got)
	}
	if got := text(t, identity, read.NewIdentity.IdentityData, "account"); got != "default" {
		t.Errorf("account is %q", got)
	}
}

func TestAnIdentityIsUpgraded(t *testing.T) {
	server, _, _ := newServer(t, "2.0.0")
	answer, err := server.UpgradeResourceIdentity(ctx, &tfprotov6.UpgradeResourceIdentityRequest{TypeName: "keelsontest_aged",
		Version: 0, RawIdentity: &tfprotov6.RawState{JSON: []byte(`{"name": "g"}`)}})
	if err != nil || len(answer.Diagnostics) > 0 {
		t.Fatal(err, answer.Diagnostics[0].Detail)
	}
	identity := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"account": tftypes.String, "name": tftypes.String}}
	if got := text(t, identity, answer.UpgradedIdentity.IdentityData, "account"); got != "default" {
		t.Errorf("account is %q", got)
	}
}
