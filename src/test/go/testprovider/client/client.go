// Package client is what the configured providers of both SDKs share: the account they call the cloud with.
package client

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"keelson.dev/testprovider/wire"
	"keelson.dev/testprovider/world"
)

// Client calls the cloud for a configured provider.
type Client struct {
	Watch      *wire.Watch
	Account    string
	Token      string
	LogSecrets bool
}

// Session is one call's view of the cloud.
func (c *Client) Session() world.Session {
	return world.Session{World: c.Watch.World(), Account: c.Account, Token: c.Token}
}

// LogSecret does what a careless provider does, if the configuration asks for it.
func (c *Client) LogSecret(ctx context.Context, what, secret string) {
	if !c.LogSecrets || secret == "" {
		return
	}
	tflog.Debug(ctx, "calling the cloud with "+what+" "+secret, map[string]any{what: secret})
	tflog.Error(ctx, "the cloud answered slowly to "+what+" "+secret)
	fmt.Fprintf(os.Stderr, "[WARN] plain text with the %s %s\n", what, secret)
	fmt.Printf("chatter with the %s %s\n", what, secret)
}

// SeeWriteOnly records a digest of a write-only value that the provider was shown, during plan or apply.
func (c *Client) SeeWriteOnly(ctx context.Context, during string, object world.Object, secret string) {
	c.LogSecret(ctx, "secret_wo", secret)
	c.Watch.World().Journal().Write(world.Line{Event: "write-only", RPC: during, Type: object.Type,
		Name: object.Name, ID: object.ID, Summary: world.Digest(secret)})
}

// Explain gives the summary and detail of the diagnostic for an error of the cloud, and whether the object was
// made or changed all the same.
func Explain(operation, kind, name string, err error) (summary, detail string, doneAnyway bool) {
	summary = fmt.Sprintf("Cannot %s %s %q", operation, kind, name)
	var failure *world.Failure
	switch {
	case errors.As(err, &failure):
		return summary, failure.Error(), failure.After && !failure.LoseState
	case errors.Is(err, world.ErrExists):
		return summary, "An object of this id exists already. Import it to manage it here.", false
	case errors.Is(err, world.ErrExpired), errors.Is(err, world.ErrRefused):
		return summary, "401: " + err.Error(), false
	default:
		return summary, err.Error(), false
	}
}
