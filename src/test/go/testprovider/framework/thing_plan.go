package framework

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/world"
)

// ValidateConfig gives errors and warnings at attributes and at elements.
func (t *thing) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config thingModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	switch size := config.Size.ValueInt64(); {
	case size > 100:
		resp.Diagnostics.AddAttributeError(path.Root("size"), "Too large", fmt.Sprintf("The size %d is more than 100.", size))
	case size > 50:
		resp.Diagnostics.AddAttributeWarning(path.Root("size"), "Rather large", fmt.Sprintf("The size %d is more than 50.", size))
	}
	for key, value := range config.Labels.Elements() {
		if text, ok := value.(types.String); ok && text.ValueString() == "bad" {
			resp.Diagnostics.AddAttributeError(path.Root("labels").AtMapKey(key), "Bad label", "The value bad is not allowed.")
		}
	}
	faults(ctx, config.Faults, &resp.Diagnostics)
}

// ModifyPlan checks that the host kept the private data, and writes that of the plan.
func (t *thing) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	action := "update"
	switch {
	case req.Plan.Raw.IsNull():
		action = "delete"
	case req.State.Raw.IsNull():
		action = "create"
	}
	if action != "create" {
		var id types.String
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("id"), &id)...)
		resp.Diagnostics.Append(checkSeal(ctx, req.Private, id.ValueString())...)
	}
	resp.Diagnostics.Append(setPlan(ctx, resp.Private, action)...)
	if action == "delete" || resp.Diagnostics.HasError() {
		return
	}
	var plan, state thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if action == "update" {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if action == "create" && req.ClientCapabilities.DeferralAllowed {
		resp.Deferred = t.deferred(plan)
	}
	if t.client != nil {
		t.seeWriteOnly(ctx, "plan", req.Config, &plan, &resp.Diagnostics)
	}
	if action == "update" && plan.SecretWOVersion.Equal(state.SecretWOVersion) {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("secret_wo_seen"), state.SecretWOSeen)...)
	}
	if action == "update" && plan.PayloadBytes.Equal(state.PayloadBytes) {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("payload"), state.Payload)...)
	}
}

// deferred is the answer to a plan whose prerequisite is unknown or missing.
func (t *thing) deferred(plan thingModel) *resource.Deferred {
	switch {
	case plan.Needs.IsUnknown():
		return &resource.Deferred{Reason: resource.DeferredReasonResourceConfigUnknown}
	case plan.Needs.ValueString() != "" && !t.exists(plan.Needs.ValueString()):
		return &resource.Deferred{Reason: resource.DeferredReasonAbsentPrereq}
	default:
		return nil
	}
}

func (t *thing) exists(name string) bool {
	objects, err := t.client.Session().List(t.typeName)
	return err == nil && slices.ContainsFunc(objects, func(object world.Object) bool { return object.Name == name })
}
