package framework

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"keelson.dev/testprovider/world"
)

func (t *thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	keepString := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	resp.Schema = schema.Schema{
		MarkdownDescription: "An object whose **id is chosen by the cloud**: creating it twice makes two.",
		Attributes: map[string]schema.Attribute{
			"id":   schema.StringAttribute{Computed: true, PlanModifiers: keepString},
			"name": schema.StringAttribute{Required: true, Description: "The logical name, as in the journal."},
			"text": schema.StringAttribute{Optional: true, Description: "Changes in place."},
			"alias": schema.StringAttribute{Optional: true, CustomType: caselessType{},
				Description: "The cloud stores it in lower case; values that differ only in case are the same."},
			"host": schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: keepString,
				Description: "Default: NAME.example, chosen by the cloud at the create."},
			"size": schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(1),
				Description: "Default 1, filled in by the plan. More than 100 is an error, more than 50 a warning, at this attribute."},
			"zone": schema.StringAttribute{Optional: true, Description: "A change replaces the thing.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
			"tier": schema.Int64Attribute{Optional: true, Description: "Can be raised in place; lowering it replaces the thing.",
				PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplaceIf(isLowered,
					"Lowering replaces.", "Lowering replaces.")}},
			"labels": schema.MapAttribute{Optional: true, ElementType: types.StringType,
				Description: "A label with the value bad is an error at that element."},
			"revision": schema.Int64Attribute{Computed: true, Description: "Raised by each update, so unknown in its plan."},
			"secret":   schema.StringAttribute{Optional: true, Sensitive: true},
			"key":      schema.StringAttribute{Computed: true, Sensitive: true, PlanModifiers: keepString},
			"secret_wo": schema.StringAttribute{Optional: true, WriteOnly: true, Sensitive: true,
				Description: "Never stored. The journal has a digest of what the provider saw in each plan and apply."},
			"secret_wo_version": schema.Int64Attribute{Optional: true, Description: "A change makes the provider take secret_wo anew."},
			"secret_wo_seen":    schema.StringAttribute{Computed: true, Description: "Digest of the secret_wo that was last taken."},
			"payload_bytes":     schema.Int64Attribute{Optional: true, Description: "The length of payload."},
			"payload":           schema.StringAttribute{Computed: true, Description: "So many letters x."},
			"nickname":          schema.StringAttribute{Optional: true, DeprecationMessage: "Use alias."},
			"needs": schema.StringAttribute{Optional: true,
				Description: "The name of a thing that has to be there before. A host that allows it is answered that the plan is deferred."},
			"faults": schema.MapAttribute{Optional: true, ElementType: types.StringType,
				Description: `What shall go wrong, such as {"create.after" = "fail no quota"}; see the README.`},
		},
	}
}

func isLowered(_ context.Context, req planmodifier.Int64Request, resp *int64planmodifier.RequiresReplaceIfFuncResponse) {
	resp.RequiresReplace = req.PlanValue.ValueInt64() < req.StateValue.ValueInt64()
}

// fill takes over everything the cloud knows. Arguments that the cloud does not store stay as they are.
func (m *thingModel) fill(ctx context.Context, object world.Object, diagnostics *diag.Diagnostics) {
	var values thingValues
	if err := json.Unmarshal(object.Values, &values); err != nil {
		diagnostics.AddError("Bad object", err.Error())
		return
	}
	m.ID = types.StringValue(object.ID)
	m.Name = types.StringValue(object.Name)
	m.Revision = types.Int64Value(int64(object.Revision))
	m.Text = types.StringPointerValue(values.Text)
	m.Alias = caseless{basetypes.NewStringPointerValue(values.Alias)}
	m.Host = types.StringValue(values.Host)
	m.Size = types.Int64Value(values.Size)
	m.Zone = types.StringPointerValue(values.Zone)
	m.Tier = types.Int64PointerValue(values.Tier)
	m.Labels = stringMap(ctx, values.Labels, diagnostics)
	m.Secret = types.StringPointerValue(values.Secret)
	m.Key = types.StringValue(values.Key)
	m.SecretWO = types.StringNull()
	m.SecretWOSeen = types.StringPointerValue(values.SecretWOSeen)
	m.PayloadBytes = types.Int64PointerValue(values.PayloadBytes)
	m.Payload = payload(values.PayloadBytes)
	m.Nickname = types.StringPointerValue(values.Nickname)
}

func stringMap(ctx context.Context, values map[string]string, diagnostics *diag.Diagnostics) types.Map {
	if values == nil {
		return types.MapNull(types.StringType)
	}
	elements := map[string]attr.Value{}
	for key, value := range values {
		elements[key] = types.StringValue(value)
	}
	result, problems := types.MapValue(types.StringType, elements)
	diagnostics.Append(problems...)
	return result
}

func payload(bytes *int64) types.String {
	if bytes == nil {
		return types.StringNull()
	}
	return types.StringValue(strings.Repeat("x", int(*bytes)))
}
