package raw

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type (
	attributes = []*tfprotov6.SchemaAttribute
	blocks     = []*tfprotov6.SchemaNestedBlock
)

const (
	single = tfprotov6.SchemaNestedBlockNestingModeSingle
	group  = tfprotov6.SchemaNestedBlockNestingModeGroup
	list   = tfprotov6.SchemaNestedBlockNestingModeList
	set    = tfprotov6.SchemaNestedBlockNestingModeSet
	mapped = tfprotov6.SchemaNestedBlockNestingModeMap
)

// dynamicBlocks are lists and maps of blocks with a dynamic attribute: as a whole they are of dynamic type.
var dynamicBlocks = []string{"dynamic_list", "dynamic_map"}

var schemas = map[string]*tfprotov6.Schema{
	"keelsonraw_shapes": {Version: 3, Block: &tfprotov6.SchemaBlock{
		Description: "Shapes that no SDK can declare.",
		Attributes: append(named(),
			optional("tuple", tftypes.Tuple{ElementTypes: []tftypes.Type{tftypes.String, tftypes.Number, tftypes.Bool}}),
			optional("map_tuple", tftypes.Map{ElementType: tftypes.Tuple{ElementTypes: []tftypes.Type{tftypes.String, tftypes.Number}}}),
			optional("object_dynamic", tftypes.Object{AttributeTypes: map[string]tftypes.Type{"any": tftypes.DynamicPseudoType, "text": tftypes.String}}),
			optional("list_dynamic", tftypes.List{ElementType: tftypes.DynamicPseudoType}),
			optional("map_dynamic", tftypes.Map{ElementType: tftypes.DynamicPseudoType}),
			computed("computed_tuple", tftypes.Tuple{ElementTypes: []tftypes.Type{tftypes.String, tftypes.Number}}),
			computed("computed_dynamic", tftypes.DynamicPseudoType),
		),
		BlockTypes: blocks{
			block("single", single, members(), 0, 0),
			block("group", group, members(), 0, 0),
			block("list", list, members(), 0, 0),
			block("set", set, members(), 0, 0),
			block("map", mapped, members(), 0, 0),
			block("dynamic_list", list, dynamicMembers(), 0, 0),
			block("dynamic_map", mapped, dynamicMembers(), 0, 0),
		},
	}},
	"keelsonraw_limits": {Block: &tfprotov6.SchemaBlock{
		Description: "Blocks with limits to their number, which the host has to keep.",
		Attributes:  named(),
		BlockTypes: blocks{
			block("one", single, members(), 1, 1),
			block("some", list, members(), 1, 2),
			block("few", set, members(), 0, 2),
		},
	}},
}

func named() attributes {
	return attributes{computed("id", tftypes.String), {Name: "name", Type: tftypes.String, Required: true}}
}

func optional(name string, kind tftypes.Type) *tfprotov6.SchemaAttribute {
	return &tfprotov6.SchemaAttribute{Name: name, Type: kind, Optional: true}
}

func computed(name string, kind tftypes.Type) *tfprotov6.SchemaAttribute {
	return &tfprotov6.SchemaAttribute{Name: name, Type: kind, Computed: true}
}

// members are those of every block; a change of fixed replaces.
func members() *tfprotov6.SchemaBlock {
	return &tfprotov6.SchemaBlock{
		Attributes: attributes{optional("text", tftypes.String), optional("fixed", tftypes.String), computed("computed", tftypes.String)},
		BlockTypes: blocks{block("inner", list, &tfprotov6.SchemaBlock{
			Attributes: attributes{optional("text", tftypes.String), computed("computed", tftypes.String)},
		}, 0, 0)},
	}
}

func dynamicMembers() *tfprotov6.SchemaBlock {
	return &tfprotov6.SchemaBlock{
		Attributes: attributes{optional("any", tftypes.DynamicPseudoType), computed("computed", tftypes.String)},
	}
}

func block(name string, nesting tfprotov6.SchemaNestedBlockNestingMode, content *tfprotov6.SchemaBlock, atLeast, atMost int64) *tfprotov6.SchemaNestedBlock {
	return &tfprotov6.SchemaNestedBlock{TypeName: name, Nesting: nesting, Block: content, MinItems: atLeast, MaxItems: atMost}
}

// typeOf is the type of a resource as it travels.
func typeOf(resource string) tftypes.Type {
	object := schemas[resource].Block.ValueType().(tftypes.Object)
	for _, name := range dynamicBlocks {
		if _, has := object.AttributeTypes[name]; has {
			object.AttributeTypes[name] = tftypes.DynamicPseudoType
		}
	}
	return object
}
