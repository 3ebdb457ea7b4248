// Package wire serves a provider over the plugin protocol and watches every RPC: each one is recorded in the
// journal of the world, and orders of the world strike before and after it.
package wire

import (
	"context"
	"sync/atomic"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"keelson.dev/testprovider/world"
)

const maxMessageBytes = 256 << 20

// Watch is what the interceptors share with the provider: the world, which the provider's configuration may
// still choose, and the signal of a StopProvider.
type Watch struct {
	source world.Source
	world  atomic.Pointer[world.World]
	stop   atomic.Pointer[stopSignal]
}

type stopSignal struct {
	context.Context
	cancel context.CancelFunc
}

// NewWatch opens the world in dir; an empty dir records nothing until SetWorld.
func NewWatch(dir string, source world.Source) (*Watch, error) {
	watch := &Watch{source: source}
	watch.renewStop()
	return watch, watch.SetWorld(dir)
}

// SetWorld makes dir the world of all further calls.
func (w *Watch) SetWorld(dir string) error {
	opened, err := world.Open(dir, w.source)
	if err != nil {
		return err
	}
	w.world.Store(opened)
	return nil
}

// World is the world of calls that begin now.
func (w *Watch) World() *world.World { return w.world.Load() }

// Source tells which provider this is.
func (w *Watch) Source() world.Source { return w.source }

func (w *Watch) renewStop() {
	ctx, cancel := context.WithCancel(context.Background())
	w.stop.Store(&stopSignal{ctx, cancel})
}

// Serve runs the provider until the host shuts it down. Without a host it prints what a provider prints.
func (w *Watch) Serve(provider plugin.Plugin) {
	w.World().Journal().Write(world.Line{Event: "start"})
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion:  uint(w.source.Protocol),
			MagicCookieKey:   "TF_PLUGIN_MAGIC_COOKIE",
			MagicCookieValue: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
		},
		Plugins: plugin.PluginSet{"provider": provider},
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options,
				grpc.MaxRecvMsgSize(maxMessageBytes),
				grpc.MaxSendMsgSize(maxMessageBytes),
				grpc.UnaryInterceptor(w.unary),
				grpc.StreamInterceptor(w.stream))...)
		},
	})
	w.World().Journal().Write(world.Line{Event: "end"})
}
