// Package framework is the test provider on terraform-plugin-framework, served on protocol 6 and 5.
package framework

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/metaschema"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/client"
	"keelson.dev/testprovider/wire"
	"keelson.dev/testprovider/world"
)

// New makes the provider whose world and version the watch knows.
func New(watch *wire.Watch) provider.Provider {
	return &testProvider{watch: watch}
}

type testProvider struct {
	watch *wire.Watch
}

type providerModel struct {
	World      types.String `tfsdk:"world"`
	Account    types.String `tfsdk:"account"`
	Endpoint   types.String `tfsdk:"endpoint"`
	Token      types.String `tfsdk:"token"`
	LogSecrets types.Bool   `tfsdk:"log_secrets"`
	Warn       types.String `tfsdk:"warn"`
	Defer      types.Bool   `tfsdk:"defer"`
}

func (p *testProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = p.watch.Source().Provider
	resp.Version = p.watch.Source().Version
}

func (p *testProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "A cloud in a folder, for tests.",
		Attributes: map[string]schema.Attribute{
			"world": schema.StringAttribute{
				Optional:    true,
				Description: "The folder of the world. Default: the environment variable " + world.EnvVar + ".",
			},
			"account": schema.StringAttribute{
				Optional:    true,
				Description: "The account whose objects are managed. Default: default.",
			},
			"endpoint": schema.StringAttribute{
				Optional:    true,
				Description: "Must begin with https:// if given. Nothing is called there.",
			},
			"token": schema.StringAttribute{
				Optional:    true,
				Sensitive:   true,
				Description: "Compared with the token of the account in the world, if that has one.",
			},
			"log_secrets": schema.BoolAttribute{
				Optional:    true,
				Description: "Writes the token and every secret to the log, to stderr and to stdout.",
			},
			"warn": schema.StringAttribute{
				Optional:    true,
				Description: "A warning that configuring gives, at this attribute.",
			},
			"defer": schema.BoolAttribute{
				Optional:    true,
				Description: "Everything is deferred, if the host allows that.",
			},
		},
	}
}

func (p *testProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var config providerModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if endpoint := config.Endpoint.ValueString(); endpoint != "" && !strings.HasPrefix(endpoint, "https://") {
		resp.Diagnostics.AddAttributeError(path.Root("endpoint"), "Bad endpoint",
			fmt.Sprintf("The endpoint %q does not begin with https://.", endpoint))
	}
	if warning := config.Warn.ValueString(); warning != "" {
		resp.Diagnostics.AddAttributeWarning(path.Root("warn"), "Configured with a warning", warning)
	}
	if dir := config.World.ValueString(); dir != "" {
		if err := p.watch.SetWorld(dir); err != nil {
			resp.Diagnostics.AddAttributeError(path.Root("world"), "No such world", err.Error())
		}
	}
	configured := &client.Client{
		Watch:      p.watch,
		Account:    valueOr(config.Account, "default"),
		Token:      config.Token.ValueString(),
		LogSecrets: config.LogSecrets.ValueBool(),
	}
	configured.LogSecret(ctx, "token", configured.Token)
	if p.watch.World().IsReal() {
		if err := configured.Session().Authorize(); err == world.ErrRefused {
			resp.Diagnostics.AddAttributeError(path.Root("token"), "Credentials refused", err.Error())
		}
	}
	if config.Defer.ValueBool() && req.ClientCapabilities.DeferralAllowed {
		resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
	}
	resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData = configured, configured, configured
}

func (p *testProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		func() resource.Resource { return &thing{kind: kind{name: "thing"}} },
		func() resource.Resource { return &named{kind: kind{name: "named"}} },
		func() resource.Resource { return &item{kind: kind{name: "item"}} },
		func() resource.Resource { return newAged(p.watch.Source().Version) },
		func() resource.Resource {
			return &shapes{kind: kind{name: "shapes"}, nested: p.watch.Source().Protocol == 6}
		},
	}
}

func (p *testProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		func() datasource.DataSource { return &thingData{source{name: "thing"}} },
		func() datasource.DataSource { return &thingsData{source{name: "things"}} },
		func() datasource.DataSource { return &accountData{source{name: "account"}} },
	}
}

func (p *testProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{
		func() ephemeral.EphemeralResource { return &token{} },
	}
}

func (p *testProvider) Functions(context.Context) []func() function.Function { return functions() }

// MetaSchema is what a module may tell the provider about itself.
func (p *testProvider) MetaSchema(_ context.Context, _ provider.MetaSchemaRequest, resp *provider.MetaSchemaResponse) {
	resp.Schema = metaschema.Schema{
		Attributes: map[string]metaschema.Attribute{"module_name": metaschema.StringAttribute{Optional: true}},
	}
}

func valueOr(value types.String, fallback string) string {
	if value.ValueString() == "" {
		return fallback
	}
	return value.ValueString()
}
