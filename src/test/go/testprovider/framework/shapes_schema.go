package framework

import (
	"context"
	"maps"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

var pair = map[string]attr.Type{"text": types.StringType, "number": types.NumberType}

func (s *shapes) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"id": schema.StringAttribute{Computed: true,
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
		"name": schema.StringAttribute{Required: true},
	}
	maps.Copy(attributes, optionalShapes())
	maps.Copy(attributes, computedShapes())
	maps.Copy(attributes, defaultShapes())
	if s.nested {
		maps.Copy(attributes, nestedShapes())
	}
	resp.Schema = schema.Schema{
		Description: "An attribute or block of every shape that the framework has. The cloud keeps all of them as they are.",
		Attributes:  attributes,
		Blocks:      blockShapes(),
	}
}

func optionalShapes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"string":       schema.StringAttribute{Optional: true},
		"bool":         schema.BoolAttribute{Optional: true},
		"int32":        schema.Int32Attribute{Optional: true},
		"int64":        schema.Int64Attribute{Optional: true},
		"float32":      schema.Float32Attribute{Optional: true},
		"float64":      schema.Float64Attribute{Optional: true},
		"number":       schema.NumberAttribute{Optional: true},
		"list":         schema.ListAttribute{Optional: true, ElementType: types.StringType},
		"set":          schema.SetAttribute{Optional: true, ElementType: types.StringType},
		"map":          schema.MapAttribute{Optional: true, ElementType: types.StringType},
		"set_number":   schema.SetAttribute{Optional: true, ElementType: types.NumberType},
		"list_list":    schema.ListAttribute{Optional: true, ElementType: types.ListType{ElemType: types.NumberType}},
		"map_set":      schema.MapAttribute{Optional: true, ElementType: types.SetType{ElemType: types.BoolType}},
		"object":       schema.ObjectAttribute{Optional: true, AttributeTypes: pair},
		"list_object":  schema.ListAttribute{Optional: true, ElementType: types.ObjectType{AttrTypes: pair}},
		"set_object":   schema.SetAttribute{Optional: true, ElementType: types.ObjectType{AttrTypes: pair}},
		"map_object":   schema.MapAttribute{Optional: true, ElementType: types.ObjectType{AttrTypes: pair}},
		"dynamic":      schema.DynamicAttribute{Optional: true},
		"deprecated":   schema.StringAttribute{Optional: true, DeprecationMessage: "Use string."},
		"sensitive":    schema.MapAttribute{Optional: true, Sensitive: true, ElementType: types.StringType},
		"write_only":   schema.StringAttribute{Optional: true, WriteOnly: true},
		"object_wo":    schema.ObjectAttribute{Optional: true, WriteOnly: true, AttributeTypes: pair},
		"replaced_map": schema.MapAttribute{Optional: true, ElementType: types.StringType, PlanModifiers: []planmodifier.Map{replaceOnRemovedKey{}}},
	}
}

// computedShapes are computed only, or also optional where the name begins with either.
func computedShapes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"computed_string":  schema.StringAttribute{Computed: true},
		"computed_bool":    schema.BoolAttribute{Computed: true},
		"computed_number":  schema.NumberAttribute{Computed: true},
		"computed_list":    schema.ListAttribute{Computed: true, ElementType: types.StringType},
		"computed_set":     schema.SetAttribute{Computed: true, ElementType: types.StringType},
		"computed_map":     schema.MapAttribute{Computed: true, ElementType: types.StringType},
		"computed_object":  schema.ObjectAttribute{Computed: true, AttributeTypes: pair},
		"computed_dynamic": schema.DynamicAttribute{Computed: true},
		"computed_secret":  schema.StringAttribute{Computed: true, Sensitive: true},
		"either_string":    schema.StringAttribute{Optional: true, Computed: true},
		"either_list":      schema.ListAttribute{Optional: true, Computed: true, ElementType: types.StringType},
		"either_object":    schema.ObjectAttribute{Optional: true, Computed: true, AttributeTypes: pair},
	}
}

func defaultShapes() map[string]schema.Attribute {
	words := types.ListValueMust(types.StringType, []attr.Value{types.StringValue("a"), types.StringValue("b")})
	half := types.ObjectValueMust(pair, map[string]attr.Value{"text": types.StringValue("half"), "number": types.NumberValue(big.NewFloat(0.5))})
	huge, _, err := big.ParseFloat("123456789012345678901234567890.5", 10, 512, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return map[string]schema.Attribute{
		"default_string": schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("preset")},
		"default_bool":   schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(true)},
		"default_number": schema.NumberAttribute{Optional: true, Computed: true, Default: numberdefault.StaticBigFloat(huge)},
		"default_list":   schema.ListAttribute{Optional: true, Computed: true, ElementType: types.StringType, Default: listdefault.StaticValue(words)},
		"default_object": schema.ObjectAttribute{Optional: true, Computed: true, AttributeTypes: pair, Default: objectdefault.StaticValue(half)},
	}
}

// nestedShapes exist on protocol 6 only.
func nestedShapes() map[string]schema.Attribute {
	inner := func() schema.NestedAttributeObject {
		return schema.NestedAttributeObject{Attributes: memberShapes(true)}
	}
	return map[string]schema.Attribute{
		"nested_single":   schema.SingleNestedAttribute{Optional: true, Attributes: memberShapes(true)},
		"nested_list":     schema.ListNestedAttribute{Optional: true, NestedObject: inner()},
		"nested_set":      schema.SetNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: setMemberShapes()}},
		"nested_map":      schema.MapNestedAttribute{Optional: true, NestedObject: inner()},
		"nested_computed": schema.SingleNestedAttribute{Computed: true, Attributes: map[string]schema.Attribute{"text": schema.StringAttribute{Computed: true}}},
		"nested_either":   schema.ListNestedAttribute{Optional: true, Computed: true, NestedObject: schema.NestedAttributeObject{Attributes: computedMemberShapes()}},
		"nested_wo": schema.SingleNestedAttribute{Optional: true, WriteOnly: true, Attributes: map[string]schema.Attribute{
			"text": schema.StringAttribute{Optional: true, WriteOnly: true}}},
	}
}

// memberShapes are the members of a nested attribute; deep adds one more level.
func memberShapes(deep bool) map[string]schema.Attribute {
	members := map[string]schema.Attribute{
		"key":      schema.StringAttribute{Required: true},
		"text":     schema.StringAttribute{Optional: true},
		"computed": schema.StringAttribute{Computed: true},
		"either":   schema.StringAttribute{Optional: true, Computed: true},
		"preset":   schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("preset")},
		"secret":   schema.StringAttribute{Optional: true, Sensitive: true},
	}
	if deep {
		members["wo"] = schema.StringAttribute{Optional: true, WriteOnly: true}
		members["inner"] = schema.ListNestedAttribute{Optional: true,
			NestedObject: schema.NestedAttributeObject{Attributes: memberShapes(false)}}
	}
	return members
}

func setMemberShapes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"key":      schema.StringAttribute{Required: true},
		"text":     schema.StringAttribute{Optional: true},
		"computed": schema.StringAttribute{Computed: true},
	}
}

// computedMemberShapes are all computed: hosts take a value of another member for one that the user removed.
func computedMemberShapes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"text":     schema.StringAttribute{Optional: true, Computed: true},
		"computed": schema.StringAttribute{Computed: true},
	}
}

func blockShapes() map[string]schema.Block {
	members := func() map[string]schema.Attribute {
		return map[string]schema.Attribute{
			"key":      schema.StringAttribute{Optional: true},
			"text":     schema.StringAttribute{Optional: true},
			"computed": schema.StringAttribute{Computed: true},
		}
	}
	inner := func() map[string]schema.Block {
		return map[string]schema.Block{"inner": schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: members()}}}
	}
	return map[string]schema.Block{
		"block_single": schema.SingleNestedBlock{Attributes: members(), Blocks: inner()},
		"block_list":   schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: members(), Blocks: inner()}},
		"block_set":    schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: members(), Blocks: inner()}},
	}
}

// replaceOnRemovedKey replaces if a key is gone, and names that element.
type replaceOnRemovedKey struct{}

func (replaceOnRemovedKey) Description(context.Context) string { return "Removing a key replaces." }

func (m replaceOnRemovedKey) MarkdownDescription(ctx context.Context) string {
	return m.Description(ctx)
}

func (replaceOnRemovedKey) PlanModifyMap(_ context.Context, req planmodifier.MapRequest, resp *planmodifier.MapResponse) {
	for key := range req.StateValue.Elements() {
		if _, kept := req.PlanValue.Elements()[key]; !kept && !req.PlanValue.IsUnknown() {
			resp.RequiresReplace = true
		}
	}
}
