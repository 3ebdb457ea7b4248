package framework

import (
	"context"
	"encoding/json"
	"errors"

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

// named is an object whose id the user chooses: it can be found after a create whose answer was lost, and a
// second create is refused. It has an identity.
type named struct {
	kind
}

type namedModel struct {
	ID     types.String `tfsdk:"id"`
	Name   types.String `tfsdk:"name"`
	Text   types.String `tfsdk:"text"`
	Faults types.Map    `tfsdk:"faults"`
}

type namedIdentity struct {
	Account types.String `tfsdk:"account"`
	Name    types.String `tfsdk:"name"`
}

type namedValues struct {
	Text *string `json:"text"`
}

func (n *named) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "An object whose id is its name, chosen by the user: a second create is refused.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{Computed: true, Description: "The name.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
			"name": schema.StringAttribute{Required: true, Description: "A change replaces.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
			"text":   schema.StringAttribute{Optional: true},
			"faults": schema.MapAttribute{Optional: true, ElementType: types.StringType},
		},
	}
}

func (n *named) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"account": identityschema.StringAttribute{OptionalForImport: true, Description: "Default: that of the provider."},
			"name":    identityschema.StringAttribute{RequiredForImport: true},
		},
	}
}

func (n *named) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan namedModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	orders := faults(ctx, plan.Faults, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	name := plan.Name.ValueString()
	object, err := n.client.Session().Create(ctx, n.object(name, name, namedValues{plan.Text.ValueStringPointer()}), orders)
	if err != nil && !n.report(&resp.Diagnostics, "create", name, err) {
		return
	}
	plan.ID = types.StringValue(object.ID)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, n.identity(name))...)
}

func (n *named) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state namedModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	orders := faults(ctx, state.Faults, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	object, err := n.client.Session().Read(ctx, n.typeName, state.ID.ValueString(), orders)
	if errors.Is(err, world.ErrNotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		n.report(&resp.Diagnostics, "read", state.ID.ValueString(), err)
		return
	}
	resp.Diagnostics.Append(state.fill(object)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, n.identity(object.Name))...)
}

func (n *named) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan namedModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	orders := faults(ctx, plan.Faults, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	name := plan.Name.ValueString()
	_, err := n.client.Session().Update(ctx, n.object(name, name, namedValues{plan.Text.ValueStringPointer()}), orders)
	if err != nil && !n.report(&resp.Diagnostics, "update", name, err) {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, n.identity(name))...)
}

func (n *named) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state namedModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	orders := faults(ctx, state.Faults, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	err := n.client.Session().Delete(ctx, n.object(state.ID.ValueString(), state.Name.ValueString(), nil), orders)
	if err != nil && !errors.Is(err, world.ErrNotFound) {
		n.report(&resp.Diagnostics, "delete", state.Name.ValueString(), err)
	}
}

// ImportState takes the name as id, or an identity.
func (n *named) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	name := types.StringValue(req.ID)
	if req.ID == "" {
		var identity namedIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		name = identity.Name
		if account := identity.Account.ValueString(); account != "" && account != n.client.Account {
			resp.Diagnostics.AddError("Another account", "The provider is configured for the account "+n.client.Account+", not "+account+".")
		}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), name)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, n.identity(name.ValueString()))...)
}

func (n *named) identity(name string) namedIdentity {
	return namedIdentity{Account: types.StringValue(n.client.Account), Name: types.StringValue(name)}
}

func (m *namedModel) fill(object world.Object) diag.Diagnostics {
	var values namedValues
	var diagnostics diag.Diagnostics
	if err := json.Unmarshal(object.Values, &values); err != nil {
		diagnostics.AddError("Bad object", err.Error())
	}
	m.ID, m.Name = types.StringValue(object.ID), types.StringValue(object.Name)
	m.Text = types.StringPointerValue(values.Text)
	return diagnostics
}
