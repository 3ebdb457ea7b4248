package legacy

import (
	"testing"

	"keelson.dev/testprovider/wire"
	"keelson.dev/testprovider/world"
)

func TestEveryVersionOfTheProviderIsValid(t *testing.T) {
	for _, version := range []string{"0.1.0", "1.0.0", "2.0.0"} {
		watch, err := wire.NewWatch(t.TempDir(), world.Source{Provider: "keelsonlegacy", Version: version, Protocol: 5})
		if err != nil {
			t.Fatal(err)
		}
		if err := New(watch).InternalValidate(); err != nil {
			t.Errorf("version %s: %v", version, err)
		}
	}
}
