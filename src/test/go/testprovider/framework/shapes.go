package framework

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keelson.dev/testprovider/world"
)

// shapes keeps a value of every shape. The cloud stores the whole value; what the plan left unknown becomes a
// sample of its type.
type shapes struct {
	kind
	nested bool
}

// shapesValues holds the value of all attributes in the encoding of the protocol.
type shapesValues struct {
	Packed []byte `json:"packed"`
}

func (s *shapes) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	id := world.RandomID()
	value, object, err := s.settled(req.Plan.Raw, id)
	if err == nil {
		_, err = s.client.Session().Create(ctx, object, nil)
	}
	if err != nil && !s.report(&resp.Diagnostics, "create", object.Name, err) {
		return
	}
	resp.State.Raw = value
}

func (s *shapes) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	object, err := s.client.Session().Read(ctx, s.typeName, textIn(req.State.Raw, "id"), nil)
	if errors.Is(err, world.ErrNotFound) {
		resp.State.RemoveResource(ctx)
		return
	}
	var values shapesValues
	if err == nil {
		err = json.Unmarshal(object.Values, &values)
	}
	if err == nil {
		resp.State.Raw, err = (tfprotov6.DynamicValue{MsgPack: values.Packed}).Unmarshal(req.State.Raw.Type())
	}
	if err != nil {
		s.report(&resp.Diagnostics, "read", textIn(req.State.Raw, "name"), err)
	}
}

func (s *shapes) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	value, object, err := s.settled(req.Plan.Raw, textIn(req.State.Raw, "id"))
	if err == nil {
		_, err = s.client.Session().Update(ctx, object, nil)
	}
	if err != nil && !s.report(&resp.Diagnostics, "update", object.Name, err) {
		return
	}
	resp.State.Raw = value
}

func (s *shapes) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	object := world.Object{ID: textIn(req.State.Raw, "id"), Type: s.typeName, Name: textIn(req.State.Raw, "name")}
	if err := s.client.Session().Delete(ctx, object, nil); err != nil && !errors.Is(err, world.ErrNotFound) {
		s.report(&resp.Diagnostics, "delete", object.Name, err)
	}
}

func (s *shapes) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("id"), req, resp)
}

// settled gives the planned value with nothing unknown, and the object that keeps it.
func (s *shapes) settled(planned tftypes.Value, id string) (tftypes.Value, world.Object, error) {
	value, err := settle(planned, id)
	if err != nil {
		return value, world.Object{}, err
	}
	packed, err := tfprotov6.NewDynamicValue(value.Type(), value)
	return value, s.object(id, textIn(planned, "name"), shapesValues{packed.MsgPack}), err
}

// settle replaces everything unknown.
func settle(planned tftypes.Value, id string) (tftypes.Value, error) {
	root := tftypes.NewAttributePath().WithAttributeName("id")
	return tftypes.Transform(planned, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		switch {
		case value.IsKnown():
			return value, nil
		case at.Equal(root):
			return tftypes.NewValue(tftypes.String, id), nil
		default:
			return sample(value.Type())
		}
	})
}

// sample is a value of a type in which nothing is unknown or null.
func sample(kind tftypes.Type) (tftypes.Value, error) {
	elements := func(kinds ...tftypes.Type) ([]tftypes.Value, error) {
		var values []tftypes.Value
		for _, kind := range kinds {
			value, err := sample(kind)
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
			value, err := sample(memberKind)
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

func textIn(object tftypes.Value, attribute string) string {
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
