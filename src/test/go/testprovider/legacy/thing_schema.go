package legacy

import (
	"context"
	"strings"

	"github.com/hashicorp/go-cty/cty"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"keelson.dev/testprovider/client"
)

func thingSchema() map[string]*schema.Schema {
	return map[string]*schema.Schema{
		"name":    {Type: schema.TypeString, Required: true},
		"text":    {Type: schema.TypeString, Optional: true, Description: "Null comes back as the empty string."},
		"size":    {Type: schema.TypeInt, Optional: true, Default: 1, ValidateDiagFunc: warnOfSize},
		"ratio":   {Type: schema.TypeFloat, Optional: true},
		"enabled": {Type: schema.TypeBool, Optional: true},
		"zone":    {Type: schema.TypeString, Optional: true, ForceNew: true},
		"tier":    {Type: schema.TypeInt, Optional: true, Description: "Lowering it replaces the thing."},
		"alias": {Type: schema.TypeString, Optional: true,
			StateFunc: func(value any) string { return strings.ToLower(value.(string)) },
			DiffSuppressFunc: func(_, before, after string, _ *schema.ResourceData) bool {
				return strings.EqualFold(before, after)
			}},
		"host":              {Type: schema.TypeString, Optional: true, Computed: true, Description: "Default: NAME.example."},
		"revision":          {Type: schema.TypeInt, Computed: true},
		"tags":              {Type: schema.TypeMap, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"steps":             {Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"ports":             {Type: schema.TypeSet, Optional: true, Elem: &schema.Schema{Type: schema.TypeInt}},
		"secret":            {Type: schema.TypeString, Optional: true, Sensitive: true},
		"key":               {Type: schema.TypeString, Computed: true, Sensitive: true},
		"secret_wo":         {Type: schema.TypeString, Optional: true, WriteOnly: true},
		"secret_wo_version": {Type: schema.TypeInt, Optional: true},
		"secret_wo_seen":    {Type: schema.TypeString, Computed: true},
		"nickname":          {Type: schema.TypeString, Optional: true, Deprecated: "Use alias.", ConflictsWith: []string{"alias"}},
		"faults":            {Type: schema.TypeMap, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"disk": {Type: schema.TypeList, Optional: true, MaxItems: 3, Description: "A list block.",
			Elem: &schema.Resource{Schema: map[string]*schema.Schema{
				"size": {Type: schema.TypeInt, Required: true},
				"kind": {Type: schema.TypeString, Optional: true, Default: "ssd"},
				"id":   {Type: schema.TypeString, Computed: true},
			}}},
		"rule": {Type: schema.TypeSet, Optional: true, Description: "A set block with a list block in it.",
			Elem: &schema.Resource{Schema: map[string]*schema.Schema{
				"port": {Type: schema.TypeInt, Required: true},
				"source": {Type: schema.TypeList, Optional: true, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
					"cidr": {Type: schema.TypeString, Required: true},
				}}},
			}}},
		"settings": {Type: schema.TypeList, Optional: true, MinItems: 1, MaxItems: 1, Description: "A block that may be there once.",
			Elem: &schema.Resource{Schema: map[string]*schema.Schema{
				"mode":     {Type: schema.TypeString, Optional: true, Default: "auto"},
				"password": {Type: schema.TypeString, Optional: true, Sensitive: true},
			}}},
		"route": {Type: schema.TypeList, Optional: true, ConfigMode: schema.SchemaConfigModeAttr, Description: "A list of objects, as attribute.",
			Elem: &schema.Resource{Schema: map[string]*schema.Schema{
				"to":  {Type: schema.TypeString, Optional: true},
				"via": {Type: schema.TypeString, Optional: true},
			}}},
	}
}

func warnOfSize(value any, path cty.Path) diag.Diagnostics {
	if value.(int) <= 50 {
		return nil
	}
	return diag.Diagnostics{{Severity: diag.Warning, Summary: "Rather large", Detail: "The size is more than 50.", AttributePath: path}}
}

// thingData finds a thing by its id.
func thingData() *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"id":       {Type: schema.TypeString, Required: true},
			"name":     {Type: schema.TypeString, Computed: true},
			"text":     {Type: schema.TypeString, Computed: true},
			"revision": {Type: schema.TypeInt, Computed: true},
		},
		ReadContext: func(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
			object, err := meta.(*client.Client).Session().Read(ctx, thingType, data.Get("id").(string), nil)
			if err != nil {
				problem, _ := explain("read", data.Get("id").(string), err)
				return problem
			}
			data.SetId(object.ID)
			problems := diag.Diagnostics{}
			for name, value := range map[string]any{"name": object.Name, "revision": object.Revision, "text": textOf(object)} {
				if err := data.Set(name, value); err != nil {
					problems = append(problems, diag.FromErr(err)...)
				}
			}
			return problems
		},
	}
}
