package framework

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// definedFunction is a function of the provider: its name, definition and body.
type definedFunction struct {
	name       string
	definition function.Definition
	run        func(context.Context, function.RunRequest, *function.RunResponse)
}

func (f definedFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = f.name
}

func (f definedFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = f.definition
}

func (f definedFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	f.run(ctx, req, resp)
}

func functions() []func() function.Function {
	var constructors []func() function.Function
	for _, defined := range []definedFunction{joinFunction(), addFunction(), describeFunction(), orElseFunction(),
		failFunction(), isUnknownFunction(), countsFunction(), oldFunction()} {
		constructors = append(constructors, func() function.Function { return defined })
	}
	return constructors
}

func joinFunction() definedFunction {
	return definedFunction{"join", function.Definition{
		Summary:           "Joins any number of texts.",
		Parameters:        []function.Parameter{function.StringParameter{Name: "separator"}},
		VariadicParameter: function.StringParameter{Name: "part"},
		Return:            function.StringReturn{},
	}, func(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
		var separator string
		var parts []string
		resp.Error = req.Arguments.Get(ctx, &separator, &parts)
		if resp.Error == nil {
			resp.Error = resp.Result.Set(ctx, strings.Join(parts, separator))
		}
	}}
}

func addFunction() definedFunction {
	return definedFunction{"add", function.Definition{
		Summary:    "Adds two numbers, of any size.",
		Parameters: []function.Parameter{function.NumberParameter{Name: "a"}, function.NumberParameter{Name: "b"}},
		Return:     function.NumberReturn{},
	}, func(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
		var a, b *big.Float
		resp.Error = req.Arguments.Get(ctx, &a, &b)
		if resp.Error == nil {
			resp.Error = resp.Result.Set(ctx, new(big.Float).SetPrec(512).Add(a, b))
		}
	}}
}

func describeFunction() definedFunction {
	return definedFunction{"describe", function.Definition{
		Summary:    "Tells the type of any value, and the value.",
		Parameters: []function.Parameter{function.DynamicParameter{Name: "value", AllowNullValue: true}},
		Return: function.ObjectReturn{AttributeTypes: map[string]attr.Type{
			"type": types.StringType, "value": types.DynamicType,
		}},
	}, func(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
		var value types.Dynamic
		resp.Error = req.Arguments.Get(ctx, &value)
		if resp.Error != nil {
			return
		}
		name := "null"
		if !value.IsNull() && !value.IsUnderlyingValueNull() {
			name = value.UnderlyingValue().Type(ctx).TerraformType(ctx).String()
		}
		resp.Error = resp.Result.Set(ctx, struct {
			Type  string        `tfsdk:"type"`
			Value types.Dynamic `tfsdk:"value"`
		}{name, value})
	}}
}

func orElseFunction() definedFunction {
	return definedFunction{"or_else", function.Definition{
		Summary:    "The first of two texts that is not null; null if both are.",
		Parameters: []function.Parameter{function.StringParameter{Name: "text", AllowNullValue: true}, function.StringParameter{Name: "other", AllowNullValue: true}},
		Return:     function.StringReturn{},
	}, func(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
		var text, other *string
		resp.Error = req.Arguments.Get(ctx, &text, &other)
		if resp.Error != nil {
			return
		}
		if text == nil {
			text = other
		}
		resp.Error = resp.Result.Set(ctx, text)
	}}
}

func failFunction() definedFunction {
	return definedFunction{"fail", function.Definition{
		Summary:           "Fails at the argument of that position, from 0; -1 fails at none, and 99 does not fail.",
		Parameters:        []function.Parameter{function.Int64Parameter{Name: "position"}},
		VariadicParameter: function.StringParameter{Name: "text"},
		Return:            function.BoolReturn{},
	}, func(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
		var position int64
		var texts []string
		resp.Error = req.Arguments.Get(ctx, &position, &texts)
		switch {
		case resp.Error != nil:
		case position == 99:
			resp.Error = resp.Result.Set(ctx, true)
		case position < 0:
			resp.Error = function.NewFuncError("The function failed, as asked.")
		default:
			resp.Error = function.NewArgumentFuncError(position, fmt.Sprintf("The argument %d is bad, as asked.", position))
		}
	}}
}

func isUnknownFunction() definedFunction {
	return definedFunction{"is_unknown", function.Definition{
		Summary:    "Tells whether the value is unknown: its result never is.",
		Parameters: []function.Parameter{function.StringParameter{Name: "value", AllowUnknownValues: true, AllowNullValue: true}},
		Return:     function.BoolReturn{},
	}, func(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
		var value types.String
		resp.Error = req.Arguments.Get(ctx, &value)
		if resp.Error == nil {
			resp.Error = resp.Result.Set(ctx, value.IsUnknown())
		}
	}}
}

func countsFunction() definedFunction {
	return definedFunction{"counts", function.Definition{
		Summary: "Tells the sizes of a list, a set and a map, and the name in an object.",
		Parameters: []function.Parameter{
			function.ListParameter{Name: "list", ElementType: types.StringType},
			function.SetParameter{Name: "set", ElementType: types.NumberType},
			function.MapParameter{Name: "map", ElementType: types.BoolType},
			function.ObjectParameter{Name: "object", AttributeTypes: map[string]attr.Type{"name": types.StringType}},
		},
		Return: function.MapReturn{ElementType: types.StringType},
	}, func(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
		var list types.List
		var set types.Set
		var table types.Map
		var object struct {
			Name string `tfsdk:"name"`
		}
		resp.Error = req.Arguments.Get(ctx, &list, &set, &table, &object)
		if resp.Error == nil {
			resp.Error = resp.Result.Set(ctx, map[string]string{
				"list": fmt.Sprint(len(list.Elements())), "set": fmt.Sprint(len(set.Elements())),
				"map": fmt.Sprint(len(table.Elements())), "name": object.Name,
			})
		}
	}}
}

func oldFunction() definedFunction {
	return definedFunction{"old", function.Definition{
		Summary:            "Gives its argument back.",
		DeprecationMessage: "Write the argument.",
		Parameters:         []function.Parameter{function.BoolParameter{Name: "value"}},
		Return:             function.BoolReturn{},
	}, func(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
		var value bool
		resp.Error = req.Arguments.Get(ctx, &value)
		if resp.Error == nil {
			resp.Error = resp.Result.Set(ctx, value)
		}
	}}
}
