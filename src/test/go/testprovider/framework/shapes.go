package framework

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keelson.dev/testprovider/samples"
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
	object, err := s.client.Session().Read(ctx, s.typeName, samples.Text(req.State.Raw, "id"), nil)
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
		s.report(&resp.Diagnostics, "read", samples.Text(req.State.Raw, "name"), err)
	}
}

func (s *shapes) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	value, object, err := s.settled(req.Plan.Raw, samples.Text(req.State.Raw, "id"))
	if err == nil {
		_, err = s.client.Session().Update(ctx, object, nil)
	}
	if err != nil && !s.report(&resp.Diagnostics, "update", object.Name, err) {
		return
	}
	resp.State.Raw = value
}

func (s *shapes) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	object := world.Object{ID: samples.Text(req.State.Raw, "id"), Type: s.typeName, Name: samples.Text(req.State.Raw, "name")}
	if err := s.client.Session().Delete(ctx, object, nil); err != nil && !errors.Is(err, world.ErrNotFound) {
		s.report(&resp.Diagnostics, "delete", object.Name, err)
	}
}

func (s *shapes) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("id"), req, resp)
}

// settled gives the planned value with nothing unknown, and the object that keeps it.
func (s *shapes) settled(planned tftypes.Value, id string) (tftypes.Value, world.Object, error) {
	value, err := samples.Settle(planned, id)
	if err != nil {
		return value, world.Object{}, err
	}
	packed, err := tfprotov6.NewDynamicValue(value.Type(), value)
	return value, s.object(id, samples.Text(planned, "name"), shapesValues{packed.MsgPack}), err
}
