package framework

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/world"
)

// item takes over, by a move, objects that were made as a thing of this provider or of the legacy one.
type item struct {
	kind
}

type itemModel struct {
	ID        types.String `tfsdk:"id"`
	Name      types.String `tfsdk:"name"`
	Text      types.String `tfsdk:"text"`
	CloudType types.String `tfsdk:"cloud_type"`
}

func (i *item) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	keep := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	resp.Schema = schema.Schema{
		Description: "An object that may have been made as a thing.",
		Attributes: map[string]schema.Attribute{
			"id":   schema.StringAttribute{Computed: true, PlanModifiers: keep},
			"name": schema.StringAttribute{Required: true},
			"text": schema.StringAttribute{Optional: true},
			"cloud_type": schema.StringAttribute{Computed: true, PlanModifiers: keep,
				Description: "The type as which the cloud knows the object: that of the thing it was moved from."},
		},
	}
}

// MoveState takes the raw state of a thing; its private data must have come along, if it had any.
func (i *item) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{{StateMover: i.moveFromThing}}
}

func (i *item) moveFromThing(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
	provider, isThing := strings.CutSuffix(req.SourceTypeName, "_thing")
	if !isThing || req.SourceProviderAddress != "keelson.dev/test/"+provider {
		return
	}
	var raw struct {
		ID   string  `json:"id"`
		Name string  `json:"name"`
		Text *string `json:"text"`
	}
	if err := json.Unmarshal(req.SourceRawState.JSON, &raw); err != nil {
		resp.Diagnostics.AddError("Bad state to move", err.Error())
		return
	}
	if req.SourcePrivate != nil && provider != "keelsonlegacy" {
		resp.Diagnostics.Append(checkSeal(ctx, req.SourcePrivate, raw.ID)...)
	}
	resp.Diagnostics.Append(resp.TargetState.Set(ctx, itemModel{
		ID:        types.StringValue(raw.ID),
		Name:      types.StringValue(raw.Name),
		Text:      types.StringPointerValue(raw.Text),
		CloudType: types.StringValue(req.SourceTypeName),
	})...)
	resp.Diagnostics.Append(seal(ctx, resp.TargetPrivate, raw.ID)...)
}

func (i *item) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan itemModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.CloudType = types.StringValue(i.typeName)
	object, err := i.client.Session().Create(ctx, i.cloudObject(plan), nil)
	if err != nil && !i.report(&resp.Diagnostics, "create", plan.Name.ValueString(), err) {
		return
	}
	plan.ID = types.StringValue(object.ID)
	resp.Diagnostics.Append(seal(ctx, resp.Private, object.ID)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (i *item) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state itemModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(checkSeal(ctx, req.Private, state.ID.ValueString())...)
	if resp.Diagnostics.HasError() {
		return
	}
	object, err := i.client.Session().Read(ctx, valueOr(state.CloudType, i.typeName), state.ID.ValueString(), nil)
	if errors.Is(err, world.ErrNotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		i.report(&resp.Diagnostics, "read", state.Name.ValueString(), err)
		return
	}
	var values namedValues
	if err := json.Unmarshal(object.Values, &values); err != nil {
		resp.Diagnostics.AddError("Bad object", err.Error())
	}
	state = itemModel{types.StringValue(object.ID), types.StringValue(object.Name), types.StringPointerValue(values.Text), types.StringValue(object.Type)}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (i *item) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan itemModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if _, err := i.client.Session().Update(ctx, i.cloudObject(plan), nil); err != nil {
		i.report(&resp.Diagnostics, "update", plan.Name.ValueString(), err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (i *item) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state itemModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := i.client.Session().Delete(ctx, i.cloudObject(state), nil); err != nil && !errors.Is(err, world.ErrNotFound) {
		i.report(&resp.Diagnostics, "delete", state.Name.ValueString(), err)
	}
}

// ImportState takes TYPE/ID, the type being the one of the cloud, or ID for an object made as an item.
func (i *item) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	cloudType, id, found := strings.Cut(req.ID, "/")
	if !found {
		cloudType, id = i.typeName, req.ID
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cloud_type"), cloudType)...)
	resp.Diagnostics.Append(seal(ctx, resp.Private, id)...)
}

func (i *item) cloudObject(model itemModel) world.Object {
	object := i.object(model.ID.ValueString(), model.Name.ValueString(), namedValues{model.Text.ValueStringPointer()})
	object.Type = model.CloudType.ValueString()
	return object
}
