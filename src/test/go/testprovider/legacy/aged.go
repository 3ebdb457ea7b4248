package legacy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hashicorp/go-cty/cty"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"keelson.dev/testprovider/client"
	"keelson.dev/testprovider/world"
)

const agedType = "keelsonlegacy_aged"

// aged has a schema and an identity that changed; see the type of the same name in the framework's provider. Its
// upgraders are a chain: from 0 to 1, from 1 to 2.
func aged(providerVersion string) *schema.Resource {
	version := map[string]int{"0.1.0": 0, "1.0.0": 1, "2.0.0": 2}[providerVersion]
	resource := &schema.Resource{
		Schema:        agedSchema(version),
		SchemaVersion: version,
		Identity:      agedIdentity(min(version, 1)),
		CreateContext: func(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
			object, err := meta.(*client.Client).Session().Create(ctx, agedObject(data, version), nil)
			if err != nil {
				return diag.FromErr(err)
			}
			data.SetId(object.ID)
			return fillAged(data, object, version, meta)
		},
		ReadContext: func(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
			object, err := meta.(*client.Client).Session().Read(ctx, agedType, data.Id(), nil)
			if errors.Is(err, world.ErrNotFound) {
				data.SetId("")
				return nil
			}
			if err != nil {
				return diag.FromErr(err)
			}
			return fillAged(data, object, version, meta)
		},
		UpdateContext: func(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
			object, err := meta.(*client.Client).Session().Update(ctx, agedObject(data, version), nil)
			if err != nil {
				return diag.FromErr(err)
			}
			return fillAged(data, object, version, meta)
		},
		DeleteContext: func(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
			err := meta.(*client.Client).Session().Delete(ctx, agedObject(data, version), nil)
			if err != nil && !errors.Is(err, world.ErrNotFound) {
				return diag.FromErr(err)
			}
			return nil
		},
		Importer: &schema.ResourceImporter{StateContext: importAged},
	}
	upgraders := []schema.StateUpgrader{{Version: 0, Type: agedStateType(0), Upgrade: amountToNumber}, {Version: 1, Type: agedStateType(1), Upgrade: amountToQuantity}}
	resource.StateUpgraders = upgraders[:version]
	return resource
}

func agedSchema(version int) map[string]*schema.Schema {
	attributes := map[string]*schema.Schema{"name": {Type: schema.TypeString, Required: true, ForceNew: true}}
	switch version {
	case 0:
		attributes["amount"] = &schema.Schema{Type: schema.TypeString, Required: true}
	case 1:
		attributes["amount"] = &schema.Schema{Type: schema.TypeInt, Required: true}
	default:
		attributes["quantity"] = &schema.Schema{Type: schema.TypeInt, Required: true}
		attributes["unit"] = &schema.Schema{Type: schema.TypeString, Optional: true, Default: "pieces"}
	}
	return attributes
}

func agedIdentity(version int) *schema.ResourceIdentity {
	identity := &schema.ResourceIdentity{Version: int64(version), SchemaFunc: func() map[string]*schema.Schema {
		attributes := map[string]*schema.Schema{"name": {Type: schema.TypeString, RequiredForImport: true}}
		if version > 0 {
			attributes["account"] = &schema.Schema{Type: schema.TypeString, OptionalForImport: true}
		}
		return attributes
	}}
	if version > 0 {
		identity.IdentityUpgraders = []schema.IdentityUpgrader{{
			Version: 0,
			Type:    tftypes.Object{AttributeTypes: map[string]tftypes.Type{"name": tftypes.String}},
			Upgrade: func(_ context.Context, identity map[string]any, meta any) (map[string]any, error) {
				identity["account"] = accountOf(meta)
				return identity, nil
			},
		}}
	}
	return identity
}

func agedStateType(version int) cty.Type {
	return (&schema.Resource{Schema: agedSchema(version)}).CoreConfigSchema().ImpliedType()
}

func amountToNumber(_ context.Context, state map[string]any, _ any) (map[string]any, error) {
	amount, _, err := parseAmount(fmt.Sprint(state["amount"]))
	state["amount"] = amount
	return state, err
}

func amountToQuantity(_ context.Context, state map[string]any, _ any) (map[string]any, error) {
	state["quantity"], state["unit"] = state["amount"], "pieces"
	delete(state, "amount")
	return state, nil
}

// importAged takes an id, or the identity: then it looks the object up by its name.
func importAged(_ context.Context, data *schema.ResourceData, meta any) ([]*schema.ResourceData, error) {
	if data.Id() != "" {
		return []*schema.ResourceData{data}, nil
	}
	identity, err := data.Identity()
	if err != nil {
		return nil, err
	}
	name, _ := identity.Get("name").(string)
	objects, err := meta.(*client.Client).Session().List(agedType)
	if err != nil {
		return nil, err
	}
	for _, object := range objects {
		if object.Name == name {
			data.SetId(object.ID)
			return []*schema.ResourceData{data}, nil
		}
	}
	return nil, fmt.Errorf("there is no %s of the name %q", agedType, name)
}

type agedValues struct {
	Quantity int    `json:"quantity"`
	Unit     string `json:"unit"`
}

func agedObject(data *schema.ResourceData, version int) world.Object {
	values := agedValues{Unit: "pieces"}
	switch version {
	case 0:
		values.Quantity, values.Unit, _ = parseAmount(data.Get("amount").(string))
	case 1:
		values.Quantity = data.Get("amount").(int)
	default:
		values = agedValues{data.Get("quantity").(int), data.Get("unit").(string)}
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return world.Object{ID: data.Id(), Type: agedType, Name: data.Get("name").(string), Values: text}
}

func fillAged(data *schema.ResourceData, object world.Object, version int, meta any) diag.Diagnostics {
	var values agedValues
	if err := json.Unmarshal(object.Values, &values); err != nil {
		return diag.FromErr(err)
	}
	attributes := map[string]any{"name": object.Name}
	switch version {
	case 0:
		attributes["amount"] = fmt.Sprintf("%d %s", values.Quantity, values.Unit)
	case 1:
		attributes["amount"] = values.Quantity
	default:
		attributes["quantity"], attributes["unit"] = values.Quantity, values.Unit
	}
	for name, value := range attributes {
		if err := data.Set(name, value); err != nil {
			return diag.FromErr(err)
		}
	}
	identity, err := data.Identity()
	if err != nil {
		return diag.FromErr(err)
	}
	err = identity.Set("name", object.Name)
	if version > 0 {
		err = errors.Join(err, identity.Set("account", accountOf(meta)))
	}
	return diag.FromErr(err)
}

// accountOf also serves hosts that upgrade identities before the provider is configured.
func accountOf(meta any) string {
	if c, ok := meta.(*client.Client); ok {
		return c.Account
	}
	return "default"
}

func parseAmount(text string) (quantity int, unit string, err error) {
	if _, err = fmt.Sscanf(text, "%d %s", &quantity, &unit); err != nil {
		err = fmt.Errorf("the amount %q is not a number and a unit, such as 3 pieces", text)
	}
	return quantity, unit, err
}

func textOf(object world.Object) string {
	var values struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(object.Values, &values) != nil {
		return ""
	}
	return values.Text
}
