package framework

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/world"
)

// aged has a schema that changed: provider 0.1.0 has version 0, 1.0.0 version 1, 2.0.0 version 2.
//
//	version 0: amount = "3 pieces"                 identity version 0: name
//	version 1: amount = 3                          identity version 1: account, name
//	version 2: quantity = 3, unit = "pieces"       identity version 1
type aged struct {
	kind
	version int
}

type agedValues struct {
	Quantity int64  `json:"quantity"`
	Unit     string `json:"unit"`
}

// newAged knows the versions of the schema by those of the provider.
func newAged(providerVersion string) *aged {
	versions := map[string]int{"0.1.0": 0, "1.0.0": 1, "2.0.0": 2}
	return &aged{kind: kind{name: "aged"}, version: versions[providerVersion]}
}

func (a *aged) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = agedSchema(a.version)
}

func agedSchema(version int) schema.Schema {
	keep := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	attributes := map[string]schema.Attribute{
		"id": schema.StringAttribute{Computed: true, PlanModifiers: keep},
		"name": schema.StringAttribute{Required: true, Description: "A change replaces.",
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
	}
	switch version {
	case 0:
		attributes["amount"] = schema.StringAttribute{Required: true, Description: `A number and a unit, such as "3 pieces".`}
	case 1:
		attributes["amount"] = schema.Int64Attribute{Required: true}
	default:
		attributes["quantity"] = schema.Int64Attribute{Required: true}
		attributes["unit"] = schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: keep, Description: "Default: pieces."}
	}
	return schema.Schema{Version: int64(version), Attributes: attributes}
}

func (a *aged) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = agedIdentitySchema(min(a.version, 1))
}

func agedIdentitySchema(version int) identityschema.Schema {
	attributes := map[string]identityschema.Attribute{"name": identityschema.StringAttribute{RequiredForImport: true}}
	if version > 0 {
		attributes["account"] = identityschema.StringAttribute{OptionalForImport: true}
	}
	return identityschema.Schema{Version: int64(version), Attributes: attributes}
}

// UpgradeState goes to the newest version in one step, from version 0 by its schema, from version 1 by its JSON.
func (a *aged) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	upgraders := map[int64]resource.StateUpgrader{}
	if a.version > 0 {
		version0 := agedSchema(0)
		upgraders[0] = resource.StateUpgrader{PriorSchema: &version0, StateUpgrader: a.upgradeFrom0}
	}
	if a.version > 1 {
		upgraders[1] = resource.StateUpgrader{StateUpgrader: a.upgradeFrom1}
	}
	return upgraders
}

func (a *aged) upgradeFrom0(ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {
	var id, name, amount types.String
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("id"), &id)...)
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("name"), &name)...)
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("amount"), &amount)...)
	values, err := parseAmount(amount.ValueString())
	if err != nil {
		resp.Diagnostics.AddAttributeError(path.Root("amount"), "Cannot upgrade", err.Error())
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, a.state(id.ValueString(), name.ValueString(), values))...)
}

func (a *aged) upgradeFrom1(ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {
	var state struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		Amount int64  `json:"amount"`
	}
	if err := json.Unmarshal(req.RawState.JSON, &state); err != nil {
		resp.Diagnostics.AddError("Cannot upgrade", err.Error())
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, a.state(state.ID, state.Name, agedValues{state.Amount, "pieces"}))...)
}

// UpgradeIdentity adds the account.
func (a *aged) UpgradeIdentity(context.Context) map[int64]resource.IdentityUpgrader {
	if a.version == 0 {
		return nil
	}
	version0 := agedIdentitySchema(0)
	return map[int64]resource.IdentityUpgrader{0: {PriorSchema: &version0,
		IdentityUpgrader: func(ctx context.Context, req resource.UpgradeIdentityRequest, resp *resource.UpgradeIdentityResponse) {
			var name types.String
			resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("name"), &name)...)
			resp.Diagnostics.Append(resp.Identity.Set(ctx, namedIdentity{Account: types.StringValue(a.account()), Name: name})...)
		}}}
}

func (a *aged) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	_, name, values := a.read(ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	object, err := a.client.Session().Create(ctx, a.object("", name, values), nil)
	if err != nil && !a.report(&resp.Diagnostics, "create", name, err) {
		return
	}
	resp.Diagnostics.Append(seal(ctx, resp.Private, object.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, a.state(object.ID, name, values))...)
	a.identify(ctx, resp.Identity, name, &resp.Diagnostics)
}

func (a *aged) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var id types.String
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("id"), &id)...)
	resp.Diagnostics.Append(checkSeal(ctx, req.Private, id.ValueString())...)
	if resp.Diagnostics.HasError() {
		return
	}
	object, err := a.client.Session().Read(ctx, a.typeName, id.ValueString(), nil)
	if errors.Is(err, world.ErrNotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		a.report(&resp.Diagnostics, "read", id.ValueString(), err)
		return
	}
	var values agedValues
	if err := json.Unmarshal(object.Values, &values); err != nil {
		resp.Diagnostics.AddError("Bad object", err.Error())
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, a.state(object.ID, object.Name, values))...)
	a.identify(ctx, resp.Identity, object.Name, &resp.Diagnostics)
}

func (a *aged) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	id, name, values := a.read(ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if _, err := a.client.Session().Update(ctx, a.object(id, name, values), nil); err != nil {
		a.report(&resp.Diagnostics, "update", name, err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, a.state(id, name, values))...)
	a.identify(ctx, resp.Identity, name, &resp.Diagnostics)
}

func (a *aged) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	id, name, _ := a.read(ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := a.client.Session().Delete(ctx, a.object(id, name, nil), nil); err != nil && !errors.Is(err, world.ErrNotFound) {
		a.report(&resp.Diagnostics, "delete", name, err)
	}
}

type attributeReader interface {
	GetAttribute(ctx context.Context, path path.Path, target any) diag.Diagnostics
}

type attributeWriter interface {
	SetAttribute(ctx context.Context, path path.Path, value any) diag.Diagnostics
}

// The state in each version of the schema.
type (
	aged0 struct {
		ID     string `tfsdk:"id"`
		Name   string `tfsdk:"name"`
		Amount string `tfsdk:"amount"`
	}
	aged1 struct {
		ID     string `tfsdk:"id"`
		Name   string `tfsdk:"name"`
		Amount int64  `tfsdk:"amount"`
	}
	aged2 struct {
		ID       string `tfsdk:"id"`
		Name     string `tfsdk:"name"`
		Quantity int64  `tfsdk:"quantity"`
		Unit     string `tfsdk:"unit"`
	}
)

// read takes a plan or state of this version of the schema apart.
func (a *aged) read(ctx context.Context, source attributeReader, diagnostics *diag.Diagnostics) (id, name string, values agedValues) {
	get := func(attribute string, target any) {
		diagnostics.Append(source.GetAttribute(ctx, path.Root(attribute), target)...)
	}
	var idValue, nameValue, unit, text types.String
	var number types.Int64
	get("id", &idValue)
	get("name", &nameValue)
	switch a.version {
	case 0:
		get("amount", &text)
		parsed, err := parseAmount(text.ValueString())
		if err != nil {
			diagnostics.AddAttributeError(path.Root("amount"), "Bad amount", err.Error())
		}
		values = parsed
	case 1:
		get("amount", &number)
		values = agedValues{number.ValueInt64(), "pieces"}
	default:
		get("quantity", &number)
		get("unit", &unit)
		values = agedValues{number.ValueInt64(), valueOr(unit, "pieces")}
	}
	return idValue.ValueString(), nameValue.ValueString(), values
}

// state is the opposite of read.
func (a *aged) state(id, name string, values agedValues) any {
	switch a.version {
	case 0:
		return aged0{id, name, fmt.Sprintf("%d %s", values.Quantity, values.Unit)}
	case 1:
		return aged1{id, name, values.Quantity}
	default:
		return aged2{id, name, values.Quantity, values.Unit}
	}
}

func (a *aged) identify(ctx context.Context, identity attributeWriter, name string, diagnostics *diag.Diagnostics) {
	diagnostics.Append(identity.SetAttribute(ctx, path.Root("name"), name)...)
	if a.version > 0 {
		diagnostics.Append(identity.SetAttribute(ctx, path.Root("account"), a.account())...)
	}
}

// account is also asked for before the provider is configured: hosts upgrade identities early.
func (a *aged) account() string {
	if a.client == nil {
		return "default"
	}
	return a.client.Account
}

func parseAmount(text string) (agedValues, error) {
	var values agedValues
	if _, err := fmt.Sscanf(text, "%d %s", &values.Quantity, &values.Unit); err != nil {
		return values, fmt.Errorf("the amount %q is not a number and a unit, such as 3 pieces", text)
	}
	return values, nil
}
