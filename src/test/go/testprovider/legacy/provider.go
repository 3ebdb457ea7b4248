// Package legacy is the test provider on terraform-plugin-sdk/v2, served on protocol 5, with the habits that
// only this SDK has: the legacy type system, timeouts in private data, blocks with item limits.
package legacy

import (
	"context"
	"errors"
	"strings"

	"github.com/hashicorp/go-cty/cty"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"keelson.dev/testprovider/client"
	"keelson.dev/testprovider/wire"
	"keelson.dev/testprovider/world"
)

// New makes the provider whose world and version the watch knows.
func New(watch *wire.Watch) *schema.Provider {
	optional := func(kind schema.ValueType) *schema.Schema { return &schema.Schema{Type: kind, Optional: true} }
	token := optional(schema.TypeString)
	token.Sensitive = true
	account := optional(schema.TypeString)
	account.Default = "default"
	return &schema.Provider{
		Schema: map[string]*schema.Schema{
			"world":       optional(schema.TypeString),
			"account":     account,
			"endpoint":    optional(schema.TypeString),
			"token":       token,
			"log_secrets": optional(schema.TypeBool),
			"warn":        optional(schema.TypeString),
			"defer":       optional(schema.TypeBool),
		},
		ResourcesMap: map[string]*schema.Resource{
			"keelsonlegacy_thing": thing(),
			"keelsonlegacy_aged":  aged(watch.Source().Version),
		},
		DataSourcesMap: map[string]*schema.Resource{
			"keelsonlegacy_thing": thingData(),
		},
		ConfigureProvider: func(ctx context.Context, req schema.ConfigureProviderRequest, resp *schema.ConfigureProviderResponse) {
			configure(ctx, watch, req, resp)
		},
	}
}

func configure(ctx context.Context, watch *wire.Watch, req schema.ConfigureProviderRequest, resp *schema.ConfigureProviderResponse) {
	text := func(name string) string { return req.ResourceData.Get(name).(string) }
	at := func(severity diag.Severity, attribute, summary, detail string) {
		resp.Diagnostics = append(resp.Diagnostics, diag.Diagnostic{Severity: severity, Summary: summary, Detail: detail,
			AttributePath: cty.GetAttrPath(attribute)})
	}
	if endpoint := text("endpoint"); endpoint != "" && !strings.HasPrefix(endpoint, "https://") {
		at(diag.Error, "endpoint", "Bad endpoint", "The endpoint does not begin with https://.")
	}
	if warning := text("warn"); warning != "" {
		at(diag.Warning, "warn", "Configured with a warning", warning)
	}
	if dir := text("world"); dir != "" {
		if err := watch.SetWorld(dir); err != nil {
			at(diag.Error, "world", "No such world", err.Error())
		}
	}
	configured := &client.Client{Watch: watch, Account: text("account"), Token: text("token"),
		LogSecrets: req.ResourceData.Get("log_secrets").(bool)}
	configured.LogSecret(ctx, "token", configured.Token)
	if watch.World().IsReal() && errors.Is(configured.Session().Authorize(), world.ErrRefused) {
		at(diag.Error, "token", "Credentials refused", world.ErrRefused.Error())
	}
	if req.DeferralAllowed && req.ResourceData.Get("defer").(bool) {
		resp.Deferred = &schema.Deferred{Reason: schema.DeferredReasonProviderConfigUnknown}
	}
	resp.Meta = configured
}
