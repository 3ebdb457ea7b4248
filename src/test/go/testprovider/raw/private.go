package raw

import (
	"encoding/json"

	"keelson.dev/testprovider/world"
)

// private is what travels with a state, and with a plan: then Planned is the planned value as it was sent.
type private struct {
	Seal    string `json:"seal,omitempty"`
	Planned []byte `json:"planned,omitempty"`
	Action  string `json:"action,omitempty"`
}

func sealOf(id string) string { return world.Digest(id) }

func (p private) encode() []byte {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return text
}

func decodePrivate(text []byte) (private, error) {
	var decoded private
	if len(text) == 0 {
		return decoded, errLost
	}
	return decoded, json.Unmarshal(text, &decoded)
}
