package framework

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// caselessType is a string whose values are the same if they differ only in case: the cloud stores lower case,
// and the framework keeps what was configured.
type caselessType struct {
	basetypes.StringType
}

type caseless struct {
	basetypes.StringValue
}

func (caselessType) String() string { return "caselessType" }

func (t caselessType) Equal(other attr.Type) bool {
	_, same := other.(caselessType)
	return same
}

func (caselessType) ValueType(context.Context) attr.Value { return caseless{} }

func (caselessType) ValueFromString(_ context.Context, in basetypes.StringValue) (basetypes.StringValuable, diag.Diagnostics) {
	return caseless{in}, nil
}

func (t caselessType) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	value, err := t.StringType.ValueFromTerraform(ctx, in)
	if err != nil {
		return nil, err
	}
	text, ok := value.(basetypes.StringValue)
	if !ok {
		return nil, fmt.Errorf("unexpected value %T", value)
	}
	return caseless{text}, nil
}

func (caseless) Type(context.Context) attr.Type { return caselessType{} }

func (v caseless) Equal(other attr.Value) bool {
	text, ok := other.(caseless)
	return ok && v.StringValue.Equal(text.StringValue)
}

func (v caseless) StringSemanticEquals(_ context.Context, other basetypes.StringValuable) (bool, diag.Diagnostics) {
	text, ok := other.(caseless)
	return ok && strings.EqualFold(v.ValueString(), text.ValueString()), nil
}
