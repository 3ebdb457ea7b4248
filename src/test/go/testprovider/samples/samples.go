// Package samples makes up values for what a plan left unknown.
package samples

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Settle replaces everything unknown in an object; its id by the one given.
func Settle(planned tftypes.Value, id string) (tftypes.Value, error) {
	root := tftypes.NewAttributePath().WithAttributeName("id")
	return tftypes.Transform(planned, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		switch {
		case value.IsKnown():
			return value, nil
		case at.Equal(root):
			return tftypes.NewValue(tftypes.String, id), nil
		default:
			return of(value.Type())
		}
	})
}

// of is a value of a type in which nothing is unknown or null.
func of(kind tftypes.Type) (tftypes.Value, error) {
	elements := func(kinds ...tftypes.Type) ([]tftypes.Value, error) {
		var values []tftypes.Value
		for _, kind := range kinds {
			value, err := of(kind)
			if err != nil {
				return nil, err
			}
			values = append(values, value)
		}
		return values, nil
	}
	switch kind := kind.(type) {
	case tftypes.List:
		values, err := elements(kind.ElementType)
		return tftypes.NewValue(kind, values), err
	case tftypes.Set:
		values, err := elements(kind.ElementType)
		return tftypes.NewValue(kind, values), err
	case tftypes.Map:
		values, err := elements(kind.ElementType)
		return tftypes.NewValue(kind, map[string]tftypes.Value{"key": values[0]}), err
	case tftypes.Tuple:
		values, err := elements(kind.ElementTypes...)
		return tftypes.NewValue(kind, values), err
	case tftypes.Object:
		members := map[string]tftypes.Value{}
		for name, memberKind := range kind.AttributeTypes {
			value, err := of(memberKind)
			if err != nil {
				return value, err
			}
			members[name] = value
		}
		return tftypes.NewValue(kind, members), nil
	}
	switch {
	case kind.Is(tftypes.String), kind.Is(tftypes.DynamicPseudoType):
		return tftypes.NewValue(tftypes.String, "computed"), nil
	case kind.Is(tftypes.Number):
		return tftypes.NewValue(tftypes.Number, 42), nil
	case kind.Is(tftypes.Bool):
		return tftypes.NewValue(tftypes.Bool, true), nil
	default:
		return tftypes.Value{}, fmt.Errorf("no sample of the type %s", kind)
	}
}

// Text is a string attribute of an object; empty if it is null, unknown or missing.
func Text(object tftypes.Value, attribute string) string {
	var members map[string]tftypes.Value
	var text string
	if object.As(&members) != nil || !members[attribute].IsKnown() || members[attribute].IsNull() {
		return ""
	}
	if members[attribute].As(&text) != nil {
		return ""
	}
	return text
}
