package framework

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/client"
	"keelson.dev/testprovider/world"
)

// kind is what all resource types share: their name, the configured client, and the calls to the cloud.
type kind struct {
	name     string
	typeName string
	client   *client.Client
}

func (k *kind) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	k.typeName = req.ProviderTypeName + "_" + k.name
	resp.TypeName = k.typeName
}

func (k *kind) Configure(ctx context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData == nil {
		return
	}
	k.client = req.ProviderData.(*client.Client)
	k.typeName = k.client.Watch.Source().Provider + "_" + k.name
}

// object packs values for the cloud.
func (k *kind) object(id, name string, values any) world.Object {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return world.Object{ID: id, Type: k.typeName, Name: name, Values: text}
}

// faults reads the argument faults of a resource.
func faults(ctx context.Context, argument types.Map, diagnostics *diag.Diagnostics) []world.Order {
	texts := map[string]string{}
	if argument.IsNull() || argument.IsUnknown() {
		return nil
	}
	diagnostics.Append(argument.ElementsAs(ctx, &texts, false)...)
	orders, err := world.Faults(texts)
	if err != nil {
		diagnostics.AddAttributeError(path.Root("faults"), "Bad fault", err.Error())
	}
	return orders
}

// report turns an error of the cloud into a diagnostic, and tells whether the object was made all the same.
func (k *kind) report(diagnostics *diag.Diagnostics, operation, name string, err error) (doneAnyway bool) {
	summary, detail, doneAnyway := client.Explain(operation, k.typeName, name, err)
	diagnostics.AddError(summary, detail)
	return doneAnyway
}
