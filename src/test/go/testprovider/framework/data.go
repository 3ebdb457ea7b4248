package framework

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/client"
	"keelson.dev/testprovider/world"
)

// source is what all data sources share.
type source struct {
	name   string
	client *client.Client
}

func (s *source) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + s.name
}

func (s *source) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	if req.ProviderData != nil {
		s.client = req.ProviderData.(*client.Client)
	}
}

func (s *source) thingType() string { return s.client.Watch.Source().Provider + "_thing" }

// thingData finds a thing by its id.
type thingData struct{ source }

type thingDataModel struct {
	ID       types.String `tfsdk:"id"`
	Name     types.String `tfsdk:"name"`
	Text     types.String `tfsdk:"text"`
	Revision types.Int64  `tfsdk:"revision"`
	Secret   types.String `tfsdk:"secret"`
}

func (d *thingData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "A thing, found by its id.",
		Attributes: map[string]schema.Attribute{
			"id":       schema.StringAttribute{Required: true},
			"name":     schema.StringAttribute{Computed: true},
			"text":     schema.StringAttribute{Computed: true},
			"revision": schema.Int64Attribute{Computed: true},
			"secret":   schema.StringAttribute{Computed: true, Sensitive: true},
		},
	}
}

func (d *thingData) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var id types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	if strings.Contains(id.ValueString(), " ") {
		resp.Diagnostics.AddAttributeError(path.Root("id"), "Bad id", "An id has no spaces.")
	}
}

func (d *thingData) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model thingDataModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	object, err := d.client.Session().Read(ctx, d.thingType(), model.ID.ValueString(), nil)
	if errors.Is(err, world.ErrNotFound) && req.ClientCapabilities.DeferralAllowed {
		resp.Deferred = &datasource.Deferred{Reason: datasource.DeferredReasonAbsentPrereq}
		return
	}
	if err != nil {
		summary, detail, _ := client.Explain("read", d.thingType(), model.ID.ValueString(), err)
		resp.Diagnostics.AddAttributeError(path.Root("id"), summary, detail)
		return
	}
	var values thingValues
	if err := json.Unmarshal(object.Values, &values); err != nil {
		resp.Diagnostics.AddError("Bad object", err.Error())
	}
	model.Name = types.StringValue(object.Name)
	model.Revision = types.Int64Value(int64(object.Revision))
	model.Text = types.StringPointerValue(values.Text)
	model.Secret = types.StringPointerValue(values.Secret)
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}

// thingsData lists the things of the account.
type thingsData struct{ source }

type thingsDataModel struct {
	Prefix types.String `tfsdk:"prefix"`
	Names  types.List   `tfsdk:"names"`
	ByID   types.Map    `tfsdk:"by_id"`
}

func (d *thingsData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "All things of the account, in the order of their ids.",
		Attributes: map[string]schema.Attribute{
			"prefix": schema.StringAttribute{Optional: true, Description: "Only those whose name begins with it. Empty gives a warning."},
			"names":  schema.ListAttribute{Computed: true, ElementType: types.StringType},
			"by_id":  schema.MapAttribute{Computed: true, ElementType: types.StringType},
		},
	}
}

func (d *thingsData) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model thingsDataModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if !model.Prefix.IsNull() && model.Prefix.ValueString() == "" {
		resp.Diagnostics.AddAttributeWarning(path.Root("prefix"), "Empty prefix", "Every name begins with it.")
	}
	objects, err := d.client.Session().List(d.thingType())
	if err != nil {
		summary, detail, _ := client.Explain("list", d.thingType(), model.Prefix.ValueString(), err)
		resp.Diagnostics.AddError(summary, detail)
		return
	}
	names, byID := []attr.Value{}, map[string]attr.Value{}
	for _, object := range objects {
		if strings.HasPrefix(object.Name, model.Prefix.ValueString()) {
			names = append(names, types.StringValue(object.Name))
			byID[object.ID] = types.StringValue(object.Name)
		}
	}
	model.Names = types.ListValueMust(types.StringType, names)
	model.ByID = types.MapValueMust(types.StringType, byID)
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}

// accountData tells how the provider is configured.
type accountData struct{ source }

type accountDataModel struct {
	Account types.String `tfsdk:"account"`
	Token   types.String `tfsdk:"token"`
	Version types.String `tfsdk:"version"`
}

func (d *accountData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "How the provider is configured.",
		Attributes: map[string]schema.Attribute{
			"account": schema.StringAttribute{Computed: true},
			"token":   schema.StringAttribute{Computed: true, Sensitive: true},
			"version": schema.StringAttribute{Computed: true},
		},
	}
}

func (d *accountData) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	resp.Diagnostics.Append(resp.State.Set(ctx, accountDataModel{
		Account: types.StringValue(d.client.Account),
		Token:   types.StringValue(d.client.Token),
		Version: types.StringValue(d.client.Watch.Source().Version),
	})...)
}
