// pulumi-resource-sea: a provider on the Terraform bridge (SDK v2), as most large ones are.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/customdiff"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shimv2 "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim/sdk-v2"

	"keelson.dev/pulumiproviders/world"
)

//go:embed schema.json
var pulumiSchema []byte

func main() {
	tfbridge.Main("sea", "1.0.0", tfbridge.ProviderInfo{
		P: shimv2.NewProvider(terraform()), Name: "sea", Version: "1.0.0",
		Resources: map[string]*tfbridge.ResourceInfo{
			"sea_vessel": {
				Tok:    "sea:index/vessel:Vessel",
				Fields: map[string]*tfbridge.SchemaInfo{"name": tfbridge.AutoName("name", 30, "-")},
			},
			"sea_dock": {
				Tok:                 "sea:index/dock:Dock",
				DeleteBeforeReplace: true,
			},
		},
		DataSources: map[string]*tfbridge.DataSourceInfo{"sea_lookup": {Tok: "sea:index/getLookup:getLookup"}},
		Config: map[string]*tfbridge.SchemaInfo{
			"region":  {Default: &tfbridge.DefaultInfo{EnvVars: []string{"SEA_REGION"}, Value: "home"}},
			"account": {ForcesProviderReplace: tfbridge.True()},
		},
	}, pulumiSchema)
}

type config struct{ region, account string }

func terraform() *schema.Provider {
	return &schema.Provider{
		Schema: map[string]*schema.Schema{
			"region":  {Type: schema.TypeString, Optional: true},
			"account": {Type: schema.TypeString, Optional: true, ForceNew: true},
			"key":     {Type: schema.TypeString, Optional: true, Sensitive: true},
		},
		ConfigureContextFunc: func(_ context.Context, d *schema.ResourceData) (any, diag.Diagnostics) {
			if d.Get("region").(string) == "nowhere" {
				return nil, diag.Errorf("there is no region nowhere")
			}
			return &config{d.Get("region").(string), d.Get("account").(string)}, nil
		},
		ResourcesMap: map[string]*schema.Resource{"sea_vessel": vessel(true), "sea_dock": vessel(false)},
		DataSourcesMap: map[string]*schema.Resource{"sea_lookup": {
			Schema: map[string]*schema.Schema{
				"zone":    {Type: schema.TypeString, Required: true},
				"address": {Type: schema.TypeString, Computed: true},
				"secret":  {Type: schema.TypeString, Computed: true, Sensitive: true},
			},
			ReadContext: func(_ context.Context, d *schema.ResourceData, _ any) diag.Diagnostics {
				z := d.Get("zone").(string)
				if z == "nowhere" {
					return diag.Errorf("there is no zone nowhere")
				}
				d.SetId(z)
				_ = d.Set("address", z+".example")
				_ = d.Set("secret", "s-"+z)
				return nil
			},
		}},
	}
}

func vessel(named bool) *schema.Resource {
	typ := "Dock"
	fields := map[string]*schema.Schema{
		"zone":     {Type: schema.TypeString, Required: true, ForceNew: true},
		"size":     {Type: schema.TypeInt, Optional: true, Default: 1},
		"label":    {Type: schema.TypeString, Optional: true},
		"note":     {Type: schema.TypeString, Optional: true, Sensitive: true},
		"fleet":    {Type: schema.TypeString, Optional: true, Computed: true},
		"tags":     {Type: schema.TypeMap, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"hosts":    {Type: schema.TypeSet, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"endpoint": {Type: schema.TypeString, Computed: true},
		"etag":     {Type: schema.TypeString, Computed: true},
		"token":    {Type: schema.TypeString, Computed: true, Sensitive: true},
		"port": {Type: schema.TypeList, Optional: true, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"number": {Type: schema.TypeInt, Required: true},
			"proto":  {Type: schema.TypeString, Optional: true, Default: "tcp"},
		}}},
		"limit": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"cpu": {Type: schema.TypeInt, Optional: true},
			"raw": {Type: schema.TypeString, Optional: true, ForceNew: true},
		}}},
	}
	if named {
		typ = "Vessel"
		fields["name"] = &schema.Schema{Type: schema.TypeString, Optional: true, Computed: true, ForceNew: true}
	}
	inputs := []string{"zone", "size", "label", "note", "fleet", "tags", "hosts", "port", "limit"}
	if named {
		inputs = append(inputs, "name")
	}
	get := func(d *schema.ResourceData) map[string]any {
		m := map[string]any{}
		for _, k := range append(inputs, "endpoint", "etag", "token") {
			v := d.Get(k)
			if s, ok := v.(*schema.Set); ok {
				v = s.List()
			}
			m[k] = v
		}
		return m
	}
	who := func(d *schema.ResourceData) string {
		if id := d.Id(); id != "" {
			return id[:max(strings.LastIndex(id, "-"), 0)]
		}
		if l := d.Get("label").(string); l != "" {
			return l
		}
		return strings.ToLower(typ)
	}
	return &schema.Resource{
		Schema:   fields,
		Timeouts: &schema.ResourceTimeout{Create: schema.DefaultTimeout(5 * time.Minute), Delete: schema.DefaultTimeout(time.Minute)},
		CustomizeDiff: customdiff.All(
			customdiff.ComputedIf("etag", func(_ context.Context, d *schema.ResourceDiff, _ any) bool {
				return d.Id() != "" && d.HasChanges("size", "label", "note", "tags", "hosts", "port", "limit")
			}),
			func(_ context.Context, d *schema.ResourceDiff, _ any) error {
				if d.Get("size").(int) < 0 {
					return errors.New("size must not be negative")
				}
				return nil
			},
		),
		CreateContext: func(_ context.Context, d *schema.ResourceData, m any) diag.Diagnostics {
			return diag.FromErr(world.Do(func(w *world.World) error {
				name := who(d)
				f := w.Fault("create", name, "")
				if f != nil && !f.Partial {
					return errors.New(f.Message)
				}
				id, n := w.Next(name)
				d.SetId(id)
				_ = d.Set("endpoint", fmt.Sprintf("%s.%d.example", name, n))
				_ = d.Set("etag", fmt.Sprintf("%s.%d.0", name, n))
				_ = d.Set("token", fmt.Sprintf("token-%s-%d", name, n))
				if _, ok := d.GetOk("fleet"); !ok {
					_ = d.Set("fleet", "fleet-of-"+m.(*config).region)
				}
				w.Objects[id] = &world.Object{Type: typ, Name: name, Outputs: get(d)}
				if f != nil {
					return errors.New(f.Message)
				}
				return nil
			}))
		},
		ReadContext: func(_ context.Context, d *schema.ResourceData, _ any) diag.Diagnostics {
			return diag.FromErr(world.Do(func(w *world.World) error {
				o := w.Objects[d.Id()]
				if o == nil {
					d.SetId("")
					return nil
				}
				if f := w.Fault("read", o.Name, d.Id()); f != nil {
					return errors.New(f.Message)
				}
				for k, v := range o.Outputs {
					if n, ok := v.(float64); ok {
						v = int(n)
					}
					if err := d.Set(k, v); err != nil {
						return fmt.Errorf("%s: %w", k, err)
					}
				}
				return nil
			}))
		},
		UpdateContext: func(_ context.Context, d *schema.ResourceData, _ any) diag.Diagnostics {
			return diag.FromErr(world.Do(func(w *world.World) error {
				o := w.Objects[d.Id()]
				if o == nil {
					return errors.New("there is no " + d.Id())
				}
				f := w.Fault("update", o.Name, d.Id())
				if f != nil {
					if !f.Partial {
						d.Partial(true)
					}
					return errors.New(f.Message)
				}
				o.Updates++
				n := 0
				_, _ = fmt.Sscanf(d.Id()[strings.LastIndex(d.Id(), "-")+1:], "%d", &n)
				_ = d.Set("etag", fmt.Sprintf("%s.%d.%d", o.Name, n, o.Updates))
				o.Outputs = get(d)
				return nil
			}))
		},
		DeleteContext: func(_ context.Context, d *schema.ResourceData, _ any) diag.Diagnostics {
			return diag.FromErr(world.Do(func(w *world.World) error {
				if f := w.Fault("delete", who(d), d.Id()); f != nil {
					return errors.New(f.Message)
				}
				delete(w.Objects, d.Id())
				return nil
			}))
		},
		Importer: &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext},
	}
}
