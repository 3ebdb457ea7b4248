package framework

import (
	"context"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/world"
)

// thing is the workhorse: an object whose id the cloud chooses, so that a create done twice makes two.
// Its schema is in thing_schema.go, its part in planning in thing_plan.go.
type thing struct {
	kind
}

type thingModel struct {
	ID              types.String `tfsdk:"id"`
	Name            types.String `tfsdk:"name"`
	Text            types.String `tfsdk:"text"`
	Alias           caseless     `tfsdk:"alias"`
	Host            types.String `tfsdk:"host"`
	Size            types.Int64  `tfsdk:"size"`
	Zone            types.String `tfsdk:"zone"`
	Tier            types.Int64  `tfsdk:"tier"`
	Labels          types.Map    `tfsdk:"labels"`
	Revision        types.Int64  `tfsdk:"revision"`
	Secret          types.String `tfsdk:"secret"`
	Key             types.String `tfsdk:"key"`
	SecretWO        types.String `tfsdk:"secret_wo"`
	SecretWOVersion types.Int64  `tfsdk:"secret_wo_version"`
	SecretWOSeen    types.String `tfsdk:"secret_wo_seen"`
	PayloadBytes    types.Int64  `tfsdk:"payload_bytes"`
	Payload         types.String `tfsdk:"payload"`
	Nickname        types.String `tfsdk:"nickname"`
	Needs           types.String `tfsdk:"needs"`
	Faults          types.Map    `tfsdk:"faults"`
}

// thingValues is what the cloud stores of a thing.
type thingValues struct {
	Text         *string           `json:"text"`
	Alias        *string           `json:"alias"`
	Host         string            `json:"host"`
	Size         int64             `json:"size"`
	Zone         *string           `json:"zone"`
	Tier         *int64            `json:"tier"`
	Labels       map[string]string `json:"labels"`
	Secret       *string           `json:"secret"`
	Key          string            `json:"key"`
	SecretWOSeen *string           `json:"secret_wo_seen"`
	PayloadBytes *int64            `json:"payload_bytes"`
	Nickname     *string           `json:"nickname"`
}

func (t *thing) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	orders := faults(ctx, plan.Faults, &resp.Diagnostics)
	t.seeWriteOnly(ctx, "apply", req.Config, &plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if needed := plan.Needs.ValueString(); needed != "" && !t.exists(needed) {
		resp.Diagnostics.AddAttributeError(path.Root("needs"), "Prerequisite missing", "There is no thing of the name "+needed+".")
		return
	}
	values := plan.values(ctx, &resp.Diagnostics)
	values.Key = "key-" + world.RandomID()
	t.client.LogSecret(ctx, "secret", plan.Secret.ValueString())
	object, err := t.client.Session().Create(ctx, t.object("", plan.Name.ValueString(), values), orders)
	if err != nil && !t.report(&resp.Diagnostics, "create", plan.Name.ValueString(), err) {
		return
	}
	plan.fill(ctx, object, &resp.Diagnostics)
	resp.Diagnostics.Append(seal(ctx, resp.Private, object.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (t *thing) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state thingModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(checkSeal(ctx, req.Private, state.ID.ValueString())...)
	orders := faults(ctx, state.Faults, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	object, err := t.client.Session().Read(ctx, t.typeName, state.ID.ValueString(), orders)
	if errors.Is(err, world.ErrNotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		t.report(&resp.Diagnostics, "read", state.Name.ValueString(), err)
		return
	}
	state.fill(ctx, object, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (t *thing) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(checkSeal(ctx, req.Private, state.ID.ValueString())...)
	resp.Diagnostics.Append(checkPlan(ctx, req.Private, "update")...)
	orders := faults(ctx, plan.Faults, &resp.Diagnostics)
	t.seeWriteOnly(ctx, "apply", req.Config, &plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	values := plan.values(ctx, &resp.Diagnostics)
	values.Key = state.Key.ValueString()
	t.client.LogSecret(ctx, "secret", plan.Secret.ValueString())
	object, err := t.client.Session().Update(ctx, t.object(state.ID.ValueString(), plan.Name.ValueString(), values), orders)
	if err != nil && !t.report(&resp.Diagnostics, "update", plan.Name.ValueString(), err) {
		return
	}
	plan.fill(ctx, object, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (t *thing) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state thingModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(checkSealIfAny(ctx, req.Private, state.ID.ValueString())...)
	orders := faults(ctx, state.Faults, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	err := t.client.Session().Delete(ctx, t.object(state.ID.ValueString(), state.Name.ValueString(), nil), orders)
	if err != nil && !errors.Is(err, world.ErrNotFound) {
		t.report(&resp.Diagnostics, "delete", state.Name.ValueString(), err)
	}
}

// ImportState takes the id of a thing. One that is not there yet is deferred, if the host allows that.
func (t *thing) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if strings.ContainsAny(req.ID, "/ ") {
		resp.Diagnostics.AddError("Bad import id", "The id of a thing has neither slashes nor spaces.")
		return
	}
	if _, err := t.client.Session().Read(ctx, t.typeName, req.ID, nil); errors.Is(err, world.ErrNotFound) && req.ClientCapabilities.DeferralAllowed {
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonAbsentPrereq}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), req.ID)...)
	resp.Diagnostics.Append(seal(ctx, resp.Private, req.ID)...)
}

// seeWriteOnly records a digest of the write-only value that the provider is shown.
func (t *thing) seeWriteOnly(ctx context.Context, during string, config tfsdk.Config, plan *thingModel, diagnostics *diag.Diagnostics) {
	var secret types.String
	diagnostics.Append(config.GetAttribute(ctx, path.Root("secret_wo"), &secret)...)
	if secret.IsNull() || secret.IsUnknown() {
		if plan.SecretWOSeen.IsUnknown() && during == "apply" {
			plan.SecretWOSeen = types.StringNull()
		}
		return
	}
	object := t.object(plan.ID.ValueString(), plan.Name.ValueString(), nil)
	t.client.SeeWriteOnly(ctx, during, object, secret.ValueString())
	if plan.SecretWOSeen.IsUnknown() && during == "apply" {
		plan.SecretWOSeen = types.StringValue(world.Digest(secret.ValueString()))
	}
}

// values are what the cloud is told to store.
func (m *thingModel) values(ctx context.Context, diagnostics *diag.Diagnostics) thingValues {
	values := thingValues{
		Text:         m.Text.ValueStringPointer(),
		Host:         m.Host.ValueString(),
		Size:         m.Size.ValueInt64(),
		Zone:         m.Zone.ValueStringPointer(),
		Tier:         m.Tier.ValueInt64Pointer(),
		Secret:       m.Secret.ValueStringPointer(),
		SecretWOSeen: m.SecretWOSeen.ValueStringPointer(),
		PayloadBytes: m.PayloadBytes.ValueInt64Pointer(),
		Nickname:     m.Nickname.ValueStringPointer(),
	}
	if alias := m.Alias.ValueStringPointer(); alias != nil {
		lower := strings.ToLower(*alias)
		values.Alias = &lower
	}
	if m.Host.IsUnknown() || m.Host.IsNull() {
		values.Host = m.Name.ValueString() + ".example"
	}
	if !m.Labels.IsNull() {
		diagnostics.Append(m.Labels.ElementsAs(ctx, &values.Labels, false)...)
	}
	return values
}
