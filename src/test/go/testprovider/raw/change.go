package raw

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keelson.dev/testprovider/samples"
	"keelson.dev/testprovider/world"
)

type stored struct {
	Packed []byte `json:"packed"`
}

// ReadResource gives what the cloud has.
func (s *Server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	answer := &tfprotov6.ReadResourceResponse{NewState: req.CurrentState, Private: req.Private}
	state, err := req.CurrentState.Unmarshal(typeOf(req.TypeName))
	if err == nil && !state.IsNull() {
		err = checkSeal(req.Private, samples.Text(state, "id"))
	}
	if err != nil || state.IsNull() {
		answer.Diagnostics = problemIf("Cannot read", err)
		return answer, nil
	}
	object, err := s.client.Session().Read(ctx, req.TypeName, samples.Text(state, "id"), nil)
	if errors.Is(err, world.ErrNotFound) {
		answer.NewState, err = encode(req.TypeName, tftypes.NewValue(typeOf(req.TypeName), nil))
		return answer, err
	}
	var values stored
	if err == nil {
		err = json.Unmarshal(object.Values, &values)
	}
	if err != nil {
		answer.Diagnostics = problem("Cannot read", err)
		return answer, nil
	}
	answer.NewState = &tfprotov6.DynamicValue{MsgPack: values.Packed}
	return answer, nil
}

// PlanResourceChange makes the computed attributes of a new or changed object unknown, and replaces where an
// attribute fixed changes in a list of blocks.
func (s *Server) PlanResourceChange(_ context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	answer := &tfprotov6.PlanResourceChangeResponse{}
	prior, proposed, err := both(req.TypeName, req.PriorState, req.ProposedNewState)
	planned := proposed
	carried := private{Action: action(prior, proposed)}
	if err == nil && !prior.IsNull() {
		err = checkSeal(req.PriorPrivate, samples.Text(prior, "id"))
		carried.Seal = sealOf(samples.Text(prior, "id"))
	}
	if err == nil && !proposed.IsNull() && !proposed.Equal(prior) {
		planned, err = withUnknowns(proposed)
		answer.RequiresReplace = replaced(prior, proposed)
	}
	if err == nil {
		answer.PlannedState, err = encode(req.TypeName, planned)
	}
	if err != nil {
		answer.Diagnostics = problem("Cannot plan", err)
		return answer, nil
	}
	carried.Planned = answer.PlannedState.MsgPack
	answer.PlannedPrivate = carried.encode()
	return answer, nil
}

// ApplyResourceChange does what was planned, if the host gives it the plan as it was answered.
func (s *Server) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	answer := &tfprotov6.ApplyResourceChangeResponse{NewState: req.PriorState}
	prior, planned, err := both(req.TypeName, req.PriorState, req.PlannedState)
	if err == nil && action(prior, planned) != "delete" {
		err = checkPlan(req.TypeName, req.PlannedPrivate, planned, action(prior, planned))
	}
	if err != nil {
		answer.Diagnostics = problem("Cannot apply", err)
		return answer, nil
	}
	if planned.IsNull() {
		err := s.client.Session().Delete(ctx, world.Object{ID: samples.Text(prior, "id"), Type: req.TypeName, Name: samples.Text(prior, "name")}, nil)
		if err != nil && !errors.Is(err, world.ErrNotFound) {
			answer.Diagnostics = problem("Cannot delete", err)
			return answer, nil
		}
		answer.NewState = req.PlannedState
		return answer, nil
	}
	id := samples.Text(prior, "id")
	if id == "" {
		id = world.RandomID()
	}
	value, err := samples.Settle(planned, id)
	if err != nil {
		return nil, err
	}
	encoded, err := encode(req.TypeName, value)
	if err != nil {
		return nil, err
	}
	if err := s.keep(ctx, req.TypeName, prior, value, encoded); err != nil {
		answer.Diagnostics = problem("Cannot "+action(prior, planned), err)
		var failure *world.Failure
		if !errors.As(err, &failure) || !failure.After || failure.LoseState {
			return answer, nil
		}
	}
	answer.NewState, answer.Private = encoded, private{Seal: sealOf(id)}.encode()
	return answer, nil
}

func (s *Server) keep(ctx context.Context, resource string, prior, value tftypes.Value, encoded *tfprotov6.DynamicValue) error {
	text, err := json.Marshal(stored{encoded.MsgPack})
	if err != nil {
		return err
	}
	object := world.Object{ID: samples.Text(value, "id"), Type: resource, Name: samples.Text(value, "name"), Values: text}
	if prior.IsNull() {
		_, err = s.client.Session().Create(ctx, object, nil)
	} else {
		_, err = s.client.Session().Update(ctx, object, nil)
	}
	return err
}

func both(resource string, prior, next *tfprotov6.DynamicValue) (before, after tftypes.Value, err error) {
	before, err = prior.Unmarshal(typeOf(resource))
	if err != nil {
		return before, after, fmt.Errorf("the prior state: %w", err)
	}
	after, err = next.Unmarshal(typeOf(resource))
	if err != nil {
		return before, after, fmt.Errorf("the new state: %w", err)
	}
	return before, after, nil
}

func action(prior, next tftypes.Value) string {
	switch {
	case prior.IsNull():
		return "create"
	case next.IsNull():
		return "delete"
	default:
		return "update"
	}
}

// withUnknowns makes every attribute whose name begins with computed unknown, and the id of a new object.
func withUnknowns(proposed tftypes.Value) (tftypes.Value, error) {
	return tftypes.Transform(proposed, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		name, isAttribute := at.LastStep().(tftypes.AttributeName)
		isNewID := len(at.Steps()) == 1 && name == "id" && value.IsNull()
		if isAttribute && (isNewID || strings.HasPrefix(string(name), "computed")) {
			return tftypes.NewValue(value.Type(), tftypes.UnknownValue), nil
		}
		return value, nil
	})
}

// replaced gives the paths of list[i].fixed that differ.
func replaced(prior, proposed tftypes.Value) []*tftypes.AttributePath {
	if prior.IsNull() {
		return nil
	}
	var paths []*tftypes.AttributePath
	before, after := elements(prior, "list"), elements(proposed, "list")
	for i := range min(len(before), len(after)) {
		if samples.Text(before[i], "fixed") != samples.Text(after[i], "fixed") {
			paths = append(paths, tftypes.NewAttributePath().WithAttributeName("list").WithElementKeyInt(i).WithAttributeName("fixed"))
		}
	}
	return paths
}

func elements(object tftypes.Value, attribute string) []tftypes.Value {
	var members map[string]tftypes.Value
	var values []tftypes.Value
	if object.As(&members) != nil || !members[attribute].IsKnown() || members[attribute].IsNull() {
		return nil
	}
	if members[attribute].As(&values) != nil {
		return nil
	}
	return values
}

func checkSeal(given []byte, id string) error {
	carried, err := decodePrivate(given)
	if err == nil && carried.Seal != sealOf(id) {
		err = fmt.Errorf("the private data is not that of the object %s: %w", id, errLost)
	}
	return err
}

// checkPlan compares the planned value with the one that the plan answered.
func checkPlan(resource string, given []byte, planned tftypes.Value, wanted string) error {
	carried, err := decodePrivate(given)
	if err != nil {
		return fmt.Errorf("the private data of the plan: %w", err)
	}
	if carried.Action != wanted {
		return fmt.Errorf("the private data is of the plan of a %s, not of this %s", carried.Action, wanted)
	}
	answered, err := (tfprotov6.DynamicValue{MsgPack: carried.Planned}).Unmarshal(typeOf(resource))
	if err != nil {
		return err
	}
	if differences, err := answered.Diff(planned); err != nil || len(differences) > 0 {
		return fmt.Errorf("the planned state was altered: %v %w", differences, errors.Join(err, errLost))
	}
	return nil
}

func problemIf(summary string, err error) []*tfprotov6.Diagnostic {
	if err == nil {
		return nil
	}
	return problem(summary, err)
}
