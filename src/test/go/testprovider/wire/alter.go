package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"keelson.dev/testprovider/world"
)

// alter changes an answer as ordered: whole fields of the message, and attributes of the state in it.
func alter(answer proto.Message, order world.Order) error {
	if len(order.Answer) > 0 {
		patch := answer.ProtoReflect().New().Interface()
		if err := protojson.Unmarshal(order.Answer, patch); err != nil {
			return fmt.Errorf("the ordered answer: %w", err)
		}
		patch.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
			answer.ProtoReflect().Set(field, value)
			return true
		})
	}
	if len(order.State) == 0 {
		return nil
	}
	for _, name := range []string{"new_state", "planned_state", "upgraded_state", "state", "result"} {
		if value := valueField(answer.ProtoReflect(), name); value != nil {
			return alterValue(value, order.State)
		}
	}
	return fmt.Errorf("the answer has no state whose attributes could be changed")
}

func alterValue(value protoreflect.Message, changes map[string]json.RawMessage) error {
	attributes, err := topLevel(bytesField(value, "msgpack"))
	if err != nil {
		return err
	}
	for name, change := range changes {
		if attributes[name], err = pack(change); err != nil {
			return fmt.Errorf("the ordered value of %s: %w", name, err)
		}
	}
	var packed bytes.Buffer
	encoder := msgpack.NewEncoder(&packed)
	if err := encoder.EncodeMapLen(len(attributes)); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if err := encoder.EncodeString(name); err != nil {
			return err
		}
		packed.Write(attributes[name])
	}
	value.Set(value.Descriptor().Fields().ByName("msgpack"), protoreflect.ValueOfBytes(packed.Bytes()))
	return nil
}

// pack encodes JSON as it stands, without a type: that is what makes wrong answers possible. The object
// {"unknown": true} is an unknown value, {"base64": "…"} is given bytes.
func pack(text json.RawMessage) (msgpack.RawMessage, error) {
	var special struct {
		Unknown bool   `json:"unknown"`
		Base64  []byte `json:"base64"`
	}
	if json.Unmarshal(text, &special) == nil {
		if special.Unknown {
			return msgpack.RawMessage{0xd4, 0, 0}, nil
		}
		if special.Base64 != nil {
			return special.Base64, nil
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	encoder := msgpack.NewEncoder(&packed)
	encoder.UseCompactInts(true)
	encoder.SetSortMapKeys(true)
	if err := encoder.Encode(withNumbers(value)); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// withNumbers replaces JSON numbers by integers where they are, by text elsewhere, as the protocol does.
func withNumbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if number, err := value.Int64(); err == nil {
			return number
		}
		number, _, err := big.ParseFloat(value.String(), 10, 512, big.ToNearestEven)
		if err != nil {
			return value.String()
		}
		return number.Text('f', -1)
	case []any:
		for i := range value {
			value[i] = withNumbers(value[i])
		}
	case map[string]any:
		for key := range value {
			value[key] = withNumbers(value[key])
		}
	}
	return value
}
