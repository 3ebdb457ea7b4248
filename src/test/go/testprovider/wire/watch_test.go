package wire

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"keelson.dev/testprovider/world"
)

func newWatch(t *testing.T) (*Watch, string) {
	t.Helper()
	dir := t.TempDir()
	watch, err := NewWatch(dir, world.Source{Provider: "keelsontest", Version: "2.0.0", Protocol: 6})
	if err != nil {
		t.Fatal(err)
	}
	return watch, dir
}

func order(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "orders", "one.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func call(watch *Watch, method string, handler grpc.UnaryHandler) (any, error) {
	return watch.unary(context.Background(), &structpb.Struct{}, &grpc.UnaryServerInfo{FullMethod: "/tfplugin5.Provider/" + method}, handler)
}

func events(t *testing.T, dir string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var summary []string
	for text := range strings.Lines(string(content)) {
		var line world.Line
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
		summary = append(summary, strings.TrimSpace(line.Event+" "+line.RPC+" "+line.Outcome))
	}
	return strings.Join(summary, ", ")
}

func TestEachCallAndAnswerIsRecordedByItsNameInProtocol6(t *testing.T) {
	watch, dir := newWatch(t)
	answer := func(context.Context, any) (any, error) { return &structpb.Struct{}, nil }
	if _, err := call(watch, "Configure", answer); err != nil {
		t.Fatal(err)
	}
	_, err := call(watch, "ReadResource", func(context.Context, any) (any, error) { return nil, errors.New("broken") })
	if err == nil {
		t.Error("the error was lost")
	}
	wanted := "call ConfigureProvider, answer ConfigureProvider ok, call ReadResource, answer ReadResource rpc-error"
	if got := events(t, dir); got != wanted {
		t.Errorf("got  %s\nwant %s", got, wanted)
	}
}

func TestAStatusOrderedBeforeTheCallKeepsItFromTheProvider(t *testing.T) {
	watch, dir := newWatch(t)
	order(t, dir, `{"on": "ReadResource", "do": "status", "status": 14, "message": "gone away"}`)
	called := false
	_, err := call(watch, "ReadResource", func(context.Context, any) (any, error) { called = true; return &structpb.Struct{}, nil })
	if called || status.Code(err) != codes.Unavailable {
		t.Errorf("called: %v, %v", called, err)
	}
}

func TestAnAnswerIsAlteredAsOrdered(t *testing.T) {
	watch, dir := newWatch(t)
	order(t, dir, `{"on": "ReadResource", "when": "after", "do": "answer", "answer": "evil"}`)
	answer, err := call(watch, "ReadResource", func(context.Context, any) (any, error) { return wrapperspb.String("good"), nil })
	if err != nil || answer.(*wrapperspb.StringValue).Value != "evil" {
		t.Errorf("%v, %v", answer, err)
	}
}

func TestStopEndsTheCallsThatRunAndNoLaterOnes(t *testing.T) {
	watch, _ := newWatch(t)
	began, ended := make(chan bool), make(chan error)
	go func() {
		_, err := call(watch, "ApplyResourceChange", func(ctx context.Context, _ any) (any, error) {
			began <- true
			<-ctx.Done()
			return nil, ctx.Err()
		})
		ended <- err
	}()
	<-began
	if _, err := call(watch, "Stop", func(context.Context, any) (any, error) { return &structpb.Struct{}, nil }); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the apply ended with %v", err)
	}
	_, err := call(watch, "ReadResource", func(ctx context.Context, _ any) (any, error) { return &structpb.Struct{}, ctx.Err() })
	if err != nil {
		t.Errorf("a later call ended with %v", err)
	}
}

func TestNumbersArePackedAsTheProtocolWantsThem(t *testing.T) {
	for text, wanted := range map[string]string{
		`1`: "\x01", `0.1`: "\xa30.1", `9223372036854775808`: "\xb39223372036854775808",
		`{"unknown": true}`: "\xd4\x00\x00", `null`: "\xc0", `{"base64": "kA=="}`: "\x90", `["a", 256]`: "\x92\xa1a\xcd\x01\x00",
	} {
		packed, err := pack(json.RawMessage(text))
		if err != nil || string(packed) != wanted {
			t.Errorf("%s: %x, %v", text, packed, err)
		}
	}
}
