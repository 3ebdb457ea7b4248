package framework

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"keelson.dev/testprovider/world"
)

// Private data as this provider keeps it: sealKey holds a digest of the object's id and stays with the object
// for life; planKey is written by every plan, for the apply of that very plan (the SDK shows it to updates only).
const (
	sealKey = "seal"
	planKey = "plan"
)

type privateReader interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

type privateWriter interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

func seal(ctx context.Context, private privateWriter, id string) diag.Diagnostics {
	return setText(ctx, private, sealKey, world.Digest(id))
}

// checkSealIfAny allows that there is none: Terraform deletes a tainted object with the private data of the
// plan of its successor.
func checkSealIfAny(ctx context.Context, private privateReader, id string) diag.Diagnostics {
	if text, diagnostics := getText(ctx, private, sealKey); text == "" {
		return diagnostics
	}
	return checkSeal(ctx, private, id)
}

// checkSeal gives an error if the host lost or changed the private data of an object.
func checkSeal(ctx context.Context, private privateReader, id string) diag.Diagnostics {
	text, diagnostics := getText(ctx, private, sealKey)
	switch text {
	case world.Digest(id):
	case "":
		diagnostics.AddError("Private data lost", "The host did not give back the private data of the object "+id+".")
	default:
		diagnostics.AddError("Private data of another object", "The private data given back is not that of the object "+id+".")
	}
	return diagnostics
}

func setPlan(ctx context.Context, private privateWriter, action string) diag.Diagnostics {
	return setText(ctx, private, planKey, action)
}

// checkPlan gives an error if the apply of an update does not come with the private data of its own plan.
func checkPlan(ctx context.Context, private privateReader, action string) diag.Diagnostics {
	text, diagnostics := getText(ctx, private, planKey)
	if text != action {
		diagnostics.AddError("Private data of the plan lost",
			"This is a "+action+", but the private data is of the plan of a "+text+".")
	}
	return diagnostics
}

func setText(ctx context.Context, private privateWriter, key, text string) diag.Diagnostics {
	encoded, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return private.SetKey(ctx, key, encoded)
}

func getText(ctx context.Context, private privateReader, key string) (string, diag.Diagnostics) {
	encoded, diagnostics := private.GetKey(ctx, key)
	if len(encoded) == 0 {
		return "", diagnostics
	}
	var text string
	if err := json.Unmarshal(encoded, &text); err != nil {
		diagnostics.AddError("Private data altered", "The host changed the private data: "+err.Error())
	}
	return text, diagnostics
}
