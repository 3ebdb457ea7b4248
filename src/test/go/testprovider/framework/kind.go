package framework

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keelson.dev/testprovider/world"
)

// kind is what all resource types share: their name, the configured client, and the calls to the cloud.
type kind struct {
	name     string
	typeName string
	client   *client
}

func (k *kind) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	k.typeName = req.ProviderTypeName + "_" + k.name
	resp.TypeName = k.typeName
}

func (k *kind) Configure(ctx context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData == nil {
		return
	}
	k.client = req.ProviderData.(*client)
	k.typeName = k.client.watch.Source().Provider + "_" + k.name
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

// report turns an error of the cloud into a diagnostic. The object is there after it if madeAnyway.
func (k *kind) report(diagnostics *diag.Diagnostics, operation, name string, err error) (madeAnyway bool) {
	summary := fmt.Sprintf("Cannot %s %s %q", operation, k.typeName, name)
	var failure *world.Failure
	switch {
	case errors.As(err, &failure):
		diagnostics.AddError(summary, failure.Error())
		return failure.After && !failure.LoseState
	case errors.Is(err, world.ErrExists):
		diagnostics.AddError(summary, "An object of this id exists already. Import it to manage it here.")
	case errors.Is(err, world.ErrExpired), errors.Is(err, world.ErrRefused):
		diagnostics.AddError(summary, "401: "+err.Error())
	default:
		diagnostics.AddError(summary, err.Error())
	}
	return false
}
