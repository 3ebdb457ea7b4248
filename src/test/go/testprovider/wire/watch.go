package wire

import (
	"context"
	"path"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"keelson.dev/testprovider/world"
)

// The names that protocol 5 has for RPCs of protocol 6.
var protocol6Name = map[string]string{
	"GetSchema":                  "GetProviderSchema",
	"PrepareProviderConfig":      "ValidateProviderConfig",
	"Configure":                  "ConfigureProvider",
	"ValidateResourceTypeConfig": "ValidateResourceConfig",
	"ValidateDataSourceConfig":   "ValidateDataResourceConfig",
	"Stop":                       "StopProvider",
}

func rpcName(fullMethod string) string {
	name := path.Base(fullMethod)
	if renamed, ok := protocol6Name[name]; ok {
		return renamed
	}
	return name
}

// unary records the call, lets the orders strike before it, runs it, lets the orders strike after it, and
// records the answer. A crash in between leaves a call without an answer.
func (w *Watch) unary(ctx context.Context, request any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	current := w.World()
	rpc := rpcName(info.FullMethod)
	if rpc == "StopProvider" {
		w.stop.Load().cancel()
		defer w.renewStop()
	}
	ctx, cancel := w.untilStopped(ctx)
	defer cancel()

	line := describeRequest(rpc, request)
	line.Event, line.Call = "call", current.Journal().NextCall()
	current.Journal().Write(line)

	response, err := w.strike(ctx, current, line, "before", nil)
	if err == nil && response == nil {
		response, err = handler(ctx, request)
	}
	if err == nil {
		response, err = w.strike(ctx, current, line, "after", response)
	}

	line.Event = "answer"
	describeAnswer(&line, response, err)
	current.Journal().Write(line)
	return response, err
}

func (w *Watch) untilStopped(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	release := context.AfterFunc(w.stop.Load(), cancel)
	return ctx, func() { release(); cancel() }
}

// strike lets the orders act on an RPC. Before the call there is no answer yet, so only its end with a
// status can be ordered there.
func (w *Watch) strike(ctx context.Context, current *world.World, line world.Line, when string, answer any) (any, error) {
	point := world.Point{On: line.RPC, When: when, Type: line.Type, Name: line.Name, ID: line.ID}
	orders, err := current.Meet(ctx, point, nil)
	if err != nil {
		return answer, status.Error(codes.Canceled, err.Error())
	}
	for _, order := range orders {
		switch order.Do {
		case "status", "fail":
			return answer, status.Error(statusCode(order), order.Message)
		case "answer":
			message, ok := answer.(proto.Message)
			if !ok {
				return answer, status.Error(codes.Internal, `an order to answer needs "when": "after"`)
			}
			if err := alter(message, order); err != nil {
				return answer, status.Error(codes.Internal, err.Error())
			}
		}
	}
	return answer, nil
}

func statusCode(order world.Order) codes.Code {
	if order.Status == 0 {
		return codes.Unknown
	}
	return codes.Code(order.Status)
}

func (w *Watch) stream(server any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	journal := w.World().Journal()
	line := world.Line{Event: "call", Call: journal.NextCall(), RPC: rpcName(info.FullMethod)}
	journal.Write(line)
	err := handler(server, stream)
	line.Event = "answer"
	describeAnswer(&line, nil, err)
	journal.Write(line)
	return err
}
