package legacy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-cty/cty"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/customdiff"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"keelson.dev/testprovider/client"
	"keelson.dev/testprovider/world"
)

const thingType = "keelsonlegacy_thing"

// stored are the arguments that the cloud keeps as they are.
var stored = []string{"text", "size", "ratio", "enabled", "zone", "tier", "alias", "host", "tags", "steps", "ports",
	"secret", "key", "nickname", "disk", "rule", "settings", "route", "secret_wo_seen"}

func thing() *schema.Resource {
	return &schema.Resource{
		Description:   "An object whose id is chosen by the cloud: creating it twice makes two.",
		Schema:        thingSchema(),
		CreateContext: createThing,
		ReadContext:   readThing,
		UpdateContext: updateThing,
		DeleteContext: deleteThing,
		Importer:      &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext},
		Timeouts: &schema.ResourceTimeout{
			Create: schema.DefaultTimeout(20 * time.Minute),
			Update: schema.DefaultTimeout(20 * time.Minute),
			Delete: schema.DefaultTimeout(20 * time.Minute),
		},
		CustomizeDiff: customdiff.All(
			customdiff.ForceNewIfChange("tier", func(_ context.Context, before, after, _ any) bool {
				return after.(int) < before.(int)
			}),
			unknownRevision,
			checkSize,
		),
		ValidateRawResourceConfigFuncs: []schema.ValidateRawResourceConfigFunc{validateSecret},
	}
}

// unknownRevision makes revision unknown in the plan of an update. An alias in another case is no change.
func unknownRevision(_ context.Context, diff *schema.ResourceDiff, _ any) error {
	changed := func(key string) bool {
		before, after := diff.GetChange(key)
		same := key == "alias" && strings.EqualFold(before.(string), after.(string))
		return diff.HasChange(key) && !same
	}
	if diff.Id() == "" || !slices.ContainsFunc(append([]string{"name", "secret_wo_version"}, stored...), changed) {
		return nil
	}
	return diff.SetNewComputed("revision")
}

func checkSize(_ context.Context, diff *schema.ResourceDiff, _ any) error {
	if size := diff.Get("size").(int); size > 100 {
		return fmt.Errorf("the size %d is more than 100", size)
	}
	return nil
}

func validateSecret(_ context.Context, req schema.ValidateResourceConfigFuncRequest, resp *schema.ValidateResourceConfigFuncResponse) {
	secret := req.RawConfig.GetAttr("secret_wo")
	if secret.IsKnown() && !secret.IsNull() && secret.AsString() == "short" {
		resp.Diagnostics = append(resp.Diagnostics, diag.Diagnostic{Severity: diag.Warning, Summary: "Short secret",
			Detail: "The write-only secret is short.", AttributePath: cty.GetAttrPath("secret_wo")})
	}
}

func createThing(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
	c := meta.(*client.Client)
	orders, problems := faults(data)
	if problems.HasError() {
		return problems
	}
	name := data.Get("name").(string)
	values := thingValues(data)
	values["key"] = "key-" + world.RandomID()
	if values["host"] == "" {
		values["host"] = name + ".example"
	}
	nameDisks(values)
	values["secret_wo_seen"] = seeWriteOnly(ctx, c, data)
	c.LogSecret(ctx, "secret", data.Get("secret").(string))
	seeTimeout(c, "create", data)
	ctx, cancel := context.WithTimeout(ctx, data.Timeout(schema.TimeoutCreate))
	defer cancel()
	object, err := c.Session().Create(ctx, cloudObject("", name, values), orders)
	if err != nil {
		problem, doneAnyway := explain("create", name, err)
		if !doneAnyway {
			return problem
		}
		data.SetId(object.ID)
		return append(problem, fill(data, object)...)
	}
	data.SetId(object.ID)
	return fill(data, object)
}

func readThing(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
	orders, problems := faults(data)
	if problems.HasError() {
		return problems
	}
	object, err := meta.(*client.Client).Session().Read(ctx, thingType, data.Id(), orders)
	if errors.Is(err, world.ErrNotFound) {
		data.SetId("")
		return nil
	}
	if err != nil {
		problem, _ := explain("read", data.Id(), err)
		return problem
	}
	return fill(data, object)
}

func updateThing(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
	c := meta.(*client.Client)
	orders, problems := faults(data)
	if problems.HasError() {
		return problems
	}
	name := data.Get("name").(string)
	values := thingValues(data)
	nameDisks(values)
	if data.HasChange("secret_wo_version") {
		values["secret_wo_seen"] = seeWriteOnly(ctx, c, data)
	}
	seeTimeout(c, "update", data)
	ctx, cancel := context.WithTimeout(ctx, data.Timeout(schema.TimeoutUpdate))
	defer cancel()
	object, err := c.Session().Update(ctx, cloudObject(data.Id(), name, values), orders)
	if err != nil {
		problem, doneAnyway := explain("update", name, err)
		if !doneAnyway {
			// Otherwise the SDK stores the plan as if the update had been done.
			data.Partial(true)
			return problem
		}
		return append(problem, fill(data, object)...)
	}
	return fill(data, object)
}

func deleteThing(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
	c := meta.(*client.Client)
	orders, problems := faults(data)
	if problems.HasError() {
		return problems
	}
	name := data.Get("name").(string)
	seeTimeout(c, "delete", data)
	ctx, cancel := context.WithTimeout(ctx, data.Timeout(schema.TimeoutDelete))
	defer cancel()
	err := c.Session().Delete(ctx, cloudObject(data.Id(), name, nil), orders)
	if err != nil && !errors.Is(err, world.ErrNotFound) {
		problem, _ := explain("delete", name, err)
		return problem
	}
	return nil
}

func thingValues(data *schema.ResourceData) map[string]any {
	values := map[string]any{}
	for _, name := range stored {
		values[name] = plain(data.Get(name))
	}
	return values
}

// plain replaces the SDK's sets by lists.
func plain(value any) any {
	switch value := value.(type) {
	case *schema.Set:
		return plain(value.List())
	case []any:
		for i := range value {
			value[i] = plain(value[i])
		}
	case map[string]any:
		for key := range value {
			value[key] = plain(value[key])
		}
	}
	return value
}

// nameDisks gives an id to disks that have none yet.
func nameDisks(values map[string]any) {
	for _, disk := range values["disk"].([]any) {
		if attributes, ok := disk.(map[string]any); ok && attributes["id"] == "" {
			attributes["id"] = "disk-" + world.RandomID()
		}
	}
}

func fill(data *schema.ResourceData, object world.Object) diag.Diagnostics {
	var values map[string]any
	if err := json.Unmarshal(object.Values, &values); err != nil {
		return diag.FromErr(err)
	}
	values["name"], values["revision"] = object.Name, object.Revision
	for name, value := range values {
		if err := data.Set(name, value); err != nil {
			return diag.Errorf("the attribute %s of %s: %v", name, object.ID, err)
		}
	}
	return nil
}

func seeWriteOnly(ctx context.Context, c *client.Client, data *schema.ResourceData) string {
	secret, problems := data.GetRawConfigAt(cty.GetAttrPath("secret_wo"))
	if problems.HasError() || !secret.IsKnown() || secret.IsNull() {
		return ""
	}
	c.SeeWriteOnly(ctx, "apply", cloudObject(data.Id(), data.Get("name").(string), nil), secret.AsString())
	return world.Digest(secret.AsString())
}

// seeTimeout records the timeout that the SDK found in the private data: the witness that it was kept.
func seeTimeout(c *client.Client, operation string, data *schema.ResourceData) {
	c.Watch.World().Journal().Write(world.Line{Event: "timeout", RPC: operation, Type: thingType,
		ID: data.Id(), Name: data.Get("name").(string), Summary: data.Timeout(operation).String()})
}

func faults(data *schema.ResourceData) ([]world.Order, diag.Diagnostics) {
	texts := map[string]string{}
	for key, value := range data.Get("faults").(map[string]any) {
		texts[key] = value.(string)
	}
	orders, err := world.Faults(texts)
	if err != nil {
		return nil, diag.Diagnostics{{Severity: diag.Error, Summary: "Bad fault", Detail: err.Error(),
			AttributePath: cty.GetAttrPath("faults")}}
	}
	return orders, nil
}

func explain(operation, name string, err error) (diag.Diagnostics, bool) {
	summary, detail, doneAnyway := client.Explain(operation, thingType, name, err)
	return diag.Diagnostics{{Severity: diag.Error, Summary: summary, Detail: detail}}, doneAnyway
}

func cloudObject(id, name string, values map[string]any) world.Object {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return world.Object{ID: id, Type: thingType, Name: name, Values: text}
}
