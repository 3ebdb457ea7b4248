package wire

import (
	"bytes"
	"encoding/json"

	"github.com/vmihailenco/msgpack/v5"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"keelson.dev/testprovider/world"
)

// The generated messages are internal to terraform-plugin-go; reflection reads those of both protocols.

// describeRequest tells the type, id and name of the object that the request is about.
func describeRequest(rpc string, request any) world.Line {
	line := world.Line{RPC: rpc}
	message, ok := request.(proto.Message)
	if !ok {
		return line
	}
	fields := message.ProtoReflect()
	for _, name := range []string{"type_name", "target_type_name", "action_type", "name"} {
		if text := stringField(fields, name); text != "" {
			line.Type = text
			break
		}
	}
	line.ID = stringField(fields, "id")
	for _, name := range []string{"planned_state", "prior_state", "current_state", "proposed_new_state", "config", "identity"} {
		id, label := idAndName(valueField(fields, name))
		line.ID, line.Name = first(line.ID, id), first(line.Name, label)
	}
	line.Action = action(rpc, fields)
	return line
}

func action(rpc string, request protoreflect.Message) string {
	planned := map[string]string{"PlanResourceChange": "proposed_new_state", "ApplyResourceChange": "planned_state"}[rpc]
	if planned == "" {
		return ""
	}
	isNew, isGone := isNull(valueField(request, "prior_state")), isNull(valueField(request, planned))
	switch {
	case isNew && isGone:
		return "nothing"
	case isNew:
		return "create"
	case isGone:
		return "delete"
	default:
		return "update"
	}
}

// describeAnswer completes the line of a call with how it ended.
func describeAnswer(line *world.Line, response any, err error) {
	line.Outcome = "ok"
	if err != nil {
		line.Outcome, line.Summary = "rpc-error", status.Convert(err).Code().String()
		return
	}
	message, ok := response.(proto.Message)
	if !ok {
		return
	}
	fields := message.ProtoReflect()
	for _, name := range []string{"new_state", "planned_state"} {
		id, label := idAndName(valueField(fields, name))
		line.ID, line.Name = first(id, line.ID), first(label, line.Name)
	}
	if field := fields.Descriptor().Fields().ByName("deferred"); field != nil && fields.Has(field) {
		line.Outcome = "deferred"
	}
	describeProblems(line, fields)
}

func describeProblems(line *world.Line, answer protoreflect.Message) {
	const isError = 1
	if field := answer.Descriptor().Fields().ByName("diagnostics"); field != nil {
		diagnostics := answer.Get(field).List()
		for i := range diagnostics.Len() {
			diagnostic := diagnostics.Get(i).Message()
			severity := diagnostic.Get(diagnostic.Descriptor().Fields().ByName("severity")).Enum()
			if severity == isError {
				line.Outcome, line.Summary = "error", stringField(diagnostic, "summary")
				return
			}
			if line.Outcome == "ok" {
				line.Outcome, line.Summary = "warning", stringField(diagnostic, "summary")
			}
		}
	}
	if field := answer.Descriptor().Fields().ByName("error"); field != nil && field.Message() != nil && answer.Has(field) {
		line.Outcome = "error"
	}
}

func stringField(message protoreflect.Message, name string) string {
	field := message.Descriptor().Fields().ByName(protoreflect.Name(name))
	if field == nil || field.Kind() != protoreflect.StringKind {
		return ""
	}
	return message.Get(field).String()
}

// valueField gives a DynamicValue field, or the one inside a ResourceIdentityData, or nil.
func valueField(message protoreflect.Message, name string) protoreflect.Message {
	field := message.Descriptor().Fields().ByName(protoreflect.Name(name))
	if field == nil || field.Message() == nil || field.IsList() || !message.Has(field) {
		return nil
	}
	value := message.Get(field).Message()
	if value.Descriptor().Name() == "ResourceIdentityData" {
		return valueField(value, "identity_data")
	}
	return value
}

func bytesField(message protoreflect.Message, name string) []byte {
	if message == nil {
		return nil
	}
	return message.Get(message.Descriptor().Fields().ByName(protoreflect.Name(name))).Bytes()
}

func isNull(value protoreflect.Message) bool {
	packed, text := bytesField(value, "msgpack"), bytesField(value, "json")
	return len(packed) == 0 && (len(text) == 0 || string(text) == "null") || len(packed) == 1 && packed[0] == 0xc0
}

// idAndName looks for string attributes id and name of an object. Unknown and missing ones are empty.
func idAndName(value protoreflect.Message) (id, name string) {
	if packed := bytesField(value, "msgpack"); len(packed) > 0 {
		attributes, err := topLevel(packed)
		if err != nil {
			return "", ""
		}
		return unpackString(attributes["id"]), unpackString(attributes["name"])
	}
	var attributes map[string]any
	if json.Unmarshal(bytesField(value, "json"), &attributes) != nil {
		return "", ""
	}
	id, _ = attributes["id"].(string)
	name, _ = attributes["name"].(string)
	return id, name
}

// topLevel splits an encoded object into its encoded attributes; null gives none.
func topLevel(packed []byte) (map[string]msgpack.RawMessage, error) {
	decoder := msgpack.NewDecoder(bytes.NewReader(packed))
	length, err := decoder.DecodeMapLen()
	if err != nil {
		return nil, err
	}
	attributes := make(map[string]msgpack.RawMessage, max(length, 0))
	for range length {
		key, err := decoder.DecodeString()
		if err != nil {
			return nil, err
		}
		if attributes[key], err = decoder.DecodeRaw(); err != nil {
			return nil, err
		}
	}
	return attributes, nil
}

func unpackString(packed msgpack.RawMessage) string {
	if len(packed) == 0 {
		return ""
	}
	text, err := msgpack.NewDecoder(bytes.NewReader(packed)).DecodeString()
	if err != nil {
		return ""
	}
	return text
}

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
