// The test provider. One main for all its servers; the build sets which one a binary is.
package main

import (
	"fmt"
	"os"

	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"keelson.dev/testprovider/framework"
	"keelson.dev/testprovider/legacy"
	"keelson.dev/testprovider/raw"
	"keelson.dev/testprovider/wire"
	"keelson.dev/testprovider/world"
)

// Set by the linker.
var (
	kind    = "keelsontest"
	version = "2.0.0"
)

type server struct {
	protocol int
	plugin   func(*wire.Watch) plugin.Plugin
}

var servers = map[string]server{
	"keelsontest": {6, func(watch *wire.Watch) plugin.Plugin {
		return &tf6server.GRPCProviderPlugin{Name: address(), GRPCProvider: providerserver.NewProtocol6(framework.New(watch))}
	}},
	"keelsontest5": {5, func(watch *wire.Watch) plugin.Plugin {
		return &tf5server.GRPCProviderPlugin{Name: address(), GRPCProvider: providerserver.NewProtocol5(framework.New(watch))}
	}},
	"keelsonraw": {6, func(watch *wire.Watch) plugin.Plugin {
		return &tf6server.GRPCProviderPlugin{Name: address(), GRPCProvider: func() tfprotov6.ProviderServer { return raw.New(watch) }}
	}},
	"keelsonlegacy": {5, func(watch *wire.Watch) plugin.Plugin {
		return &tf5server.GRPCProviderPlugin{Name: address(), GRPCProvider: func() tfprotov5.ProviderServer {
			return schema.NewGRPCProviderServer(legacy.New(watch))
		}}
	}},
}

func address() string { return "keelson.dev/test/" + kind }

func main() {
	chosen := servers[kind]
	source := world.Source{Provider: kind, Version: version, Protocol: chosen.protocol}
	watch, err := wire.NewWatch(os.Getenv(world.EnvVar), source)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	watch.Serve(chosen.plugin(watch))
}
