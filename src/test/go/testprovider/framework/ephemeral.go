package framework

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/client"
	"keelson.dev/testprovider/world"
)

// token is an ephemeral resource: an object of the cloud from open to close, updated by each renewal.
type token struct {
	client *client.Client
}

type tokenModel struct {
	Name       types.String `tfsdk:"name"`
	RenewAfter types.String `tfsdk:"renew_after"`
	Keep       types.Bool   `tfsdk:"keep"`
	ID         types.String `tfsdk:"id"`
	Value      types.String `tfsdk:"value"`
}

// tokenPrivate is what open hands to renew and close.
type tokenPrivate struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	RenewAfter string `json:"renew_after"`
	Renewals   int    `json:"renewals"`
}

const tokenKey = "token"

func (t *token) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_token"
}

func (t *token) Configure(_ context.Context, req ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	if req.ProviderData != nil {
		t.client = req.ProviderData.(*client.Client)
	}
}

func (t *token) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "A token that is good from open to close.",
		Attributes: map[string]schema.Attribute{
			"name":        schema.StringAttribute{Required: true},
			"renew_after": schema.StringAttribute{Optional: true, Description: "A Go duration: the host has to renew it by then, again and again."},
			"keep":        schema.BoolAttribute{Optional: true, Description: "Answers neither private data nor a time of renewal."},
			"id":          schema.StringAttribute{Computed: true},
			"value":       schema.StringAttribute{Computed: true, Sensitive: true, Description: "token-NAME-ID"},
		},
	}
}

func (t *token) ValidateConfig(ctx context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse) {
	var config tokenModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if after := config.RenewAfter.ValueString(); after != "" {
		if _, err := time.ParseDuration(after); err != nil {
			resp.Diagnostics.AddAttributeError(path.Root("renew_after"), "Bad duration", err.Error())
		}
	}
}

func (t *token) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var config tokenModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if config.Name.ValueString() == "" && req.ClientCapabilities.DeferralAllowed {
		resp.Deferred = &ephemeral.Deferred{Reason: ephemeral.DeferredReasonAbsentPrereq}
		return
	}
	private := tokenPrivate{Name: config.Name.ValueString(), RenewAfter: config.RenewAfter.ValueString()}
	object, err := t.client.Session().Create(ctx, t.object(private), nil)
	if err != nil {
		t.report(&resp.Diagnostics, "open", private, err)
		return
	}
	private.ID = object.ID
	config.ID = types.StringValue(object.ID)
	config.Value = types.StringValue("token-" + private.Name + "-" + object.ID)
	t.client.LogSecret(ctx, "ephemeral token", config.Value.ValueString())
	resp.Diagnostics.Append(resp.Result.Set(ctx, config)...)
	if !config.Keep.ValueBool() {
		resp.RenewAt = private.renewAt()
		resp.Diagnostics.Append(setPrivate(ctx, resp.Private, private)...)
	}
}

func (t *token) Renew(ctx context.Context, req ephemeral.RenewRequest, resp *ephemeral.RenewResponse) {
	private, problems := getPrivate(ctx, req.Private)
	resp.Diagnostics.Append(problems...)
	if resp.Diagnostics.HasError() {
		return
	}
	private.Renewals++
	object, err := t.client.Session().Update(ctx, t.object(private), nil)
	if err != nil {
		t.report(&resp.Diagnostics, "renew", private, err)
		return
	}
	if object.Revision != private.Renewals+1 {
		resp.Diagnostics.AddError("Private data of an older renewal", "The host did not give back the private data of the last renewal.")
	}
	resp.RenewAt = private.renewAt()
	resp.Diagnostics.Append(setPrivate(ctx, resp.Private, private)...)
}

// Close of a token that was kept without private data does nothing.
func (t *token) Close(ctx context.Context, req ephemeral.CloseRequest, resp *ephemeral.CloseResponse) {
	encoded, _ := req.Private.GetKey(ctx, tokenKey)
	if encoded == nil {
		return
	}
	private, problems := getPrivate(ctx, req.Private)
	resp.Diagnostics.Append(problems...)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := t.client.Session().Delete(ctx, t.object(private), nil); err != nil && !errors.Is(err, world.ErrNotFound) {
		t.report(&resp.Diagnostics, "close", private, err)
	}
}

func (t *token) object(private tokenPrivate) world.Object {
	return world.Object{ID: private.ID, Type: t.typeName(), Name: private.Name, Values: json.RawMessage("{}")}
}

func (t *token) typeName() string { return t.client.Watch.Source().Provider + "_token" }

func (t *token) report(diagnostics *diag.Diagnostics, operation string, private tokenPrivate, err error) {
	summary, detail, _ := client.Explain(operation, t.typeName(), private.Name, err)
	diagnostics.AddError(summary, detail)
}

// renewAt is zero, which means never, without renew_after.
func (p tokenPrivate) renewAt() time.Time {
	after, err := time.ParseDuration(p.RenewAfter)
	if err != nil {
		return time.Time{}
	}
	return time.Now().Add(after)
}

func setPrivate(ctx context.Context, target privateWriter, private tokenPrivate) diag.Diagnostics {
	encoded, err := json.Marshal(private)
	if err != nil {
		panic(err)
	}
	return target.SetKey(ctx, tokenKey, encoded)
}

func getPrivate(ctx context.Context, source privateReader) (tokenPrivate, diag.Diagnostics) {
	var private tokenPrivate
	encoded, diagnostics := source.GetKey(ctx, tokenKey)
	if err := json.Unmarshal(encoded, &private); err != nil {
		diagnostics.AddError("Private data lost", "The host did not give back the private data of the token: "+err.Error())
	}
	return private, diagnostics
}
