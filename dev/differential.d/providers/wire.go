package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/env"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"keelson.dev/pulumiproviders/world"
)

// ---------------------------------------------------------------- messages as JSON

const (
	signature = "4dabf18193072939515e22adb298388d"
	urnPrefix = "urn:pulumi:test::test::"
)

var unknowns = map[string]string{
	"1c4a061d-8072-4f0a-a4cb-0ff528b18fe7": "bool", "3eeb2bf0-c639-47a8-9e75-3b44932eb421": "number",
	"04da6b54-80e4-46f7-96ec-b56ff0331ba9": "string", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2": "array",
	"030794c1-ac77-496b-92df-f27374a8bd58": "asset", "e48ece36-62e2-4504-bad9-02848725956a": "archive",
	"dd056dcd-154b-4c76-9bd3-c8f88648b5ff": "object",
}

var signatures = map[string]string{
	"1b47061264138c4ac30d75fd1eb44270": "$secret", "5cf8f73096256a8f31e491e813e4eb8e": "$ref",
	"d0e6a833031e9bbcd3f4e8bde6ca49a4": "$output", "803fd3297a5875dc03ca845dda5d2a98": "$bytes",
	"c44067f5952c0a294b673a41bacd8c17": "$asset", "0def7320c3a5731c473e5ecbe6d01bc7": "$archive",
}

// short shortens URNs and names sentinels inside text.
func short(s string) string {
	s = strings.ReplaceAll(s, urnPrefix, "::")
	if strings.Contains(s, "-") {
		for u, k := range unknowns {
			s = strings.ReplaceAll(s, u, "{unknown "+k+"}")
		}
	}
	return s
}

// wireValue shows a value as it is on the wire, with its signatures and sentinels by name.
func wireValue(v *structpb.Value) any {
	switch t := v.GetKind().(type) {
	case *structpb.Value_StringValue:
		if k, ok := unknowns[t.StringValue]; ok {
			return map[string]any{"$unknown": k}
		}
		return short(t.StringValue)
	case *structpb.Value_NumberValue:
		return t.NumberValue
	case *structpb.Value_BoolValue:
		return t.BoolValue
	case *structpb.Value_ListValue:
		l := []any{}
		for _, e := range t.ListValue.GetValues() {
			l = append(l, wireValue(e))
		}
		return l
	case *structpb.Value_StructValue:
		m := wireStruct(t.StructValue)
		if s, ok := t.StructValue.GetFields()[signature]; ok {
			k := signatures[s.GetStringValue()]
			if k == "" {
				k = "$signature " + s.GetStringValue()
			}
			delete(m, signature)
			if k == "$secret" || k == "$bytes" {
				return map[string]any{k: m["value"]}
			}
			if l, ok := m["dependencies"].([]any); ok {
				slices.SortFunc(l, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			}
			return map[string]any{k: m}
		}
		return m
	}
	return nil
}

func wireStruct(s *structpb.Struct) map[string]any {
	m := map[string]any{}
	for k, v := range s.GetFields() {
		m[short(k)] = wireValue(v)
	}
	return m
}

// Lists that SDKs make of sets.
var unordered = map[string]bool{"dependencies": true, "urns": true, "additionalSecretOutputs": true, "dependsOn": true}

var hidden = map[string]string{
	"engine_address": "(address)", "monitorEndpoint": "(address)", "mapper_target": "(address)",
	"loader_target":   "(address)",
	"resolver_target": "(address)", "root_directory": "(path)", "program_directory": "(path)",
	"resource_status_address": "(address)", "resource_status_token": "(token)",
	"target": "(address)", // of a callback
}

func fieldValue(fd protoreflect.FieldDescriptor, v protoreflect.Value) any {
	switch fd.Kind() {
	case protoreflect.MessageKind:
		return message(v.Message().Interface())
	case protoreflect.EnumKind:
		if d := fd.Enum().Values().ByNumber(v.Enum()); d != nil {
			return string(d.Name())
		}
		return int(v.Enum())
	case protoreflect.BytesKind:
		return base64.StdEncoding.EncodeToString(v.Bytes())
	case protoreflect.StringKind:
		s := v.String()
		if k, ok := unknowns[s]; ok {
			return map[string]any{"$unknown": k}
		}
		if h, ok := hidden[string(fd.Name())]; ok {
			return h
		}
		return short(s)
	case protoreflect.BoolKind:
		return v.Bool()
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return v.Float()
	case protoreflect.Uint32Kind, protoreflect.Uint64Kind, protoreflect.Fixed32Kind, protoreflect.Fixed64Kind:
		return v.Uint()
	}
	return v.Int()
}

// message shows the fields of a message that are present, by their names in the .proto.
func message(m proto.Message) any {
	switch t := m.(type) {
	case *structpb.Struct:
		return wireStruct(t)
	case *structpb.Value:
		return wireValue(t)
	}
	switch t := m.(type) { // lists without an order
	case *pulumirpc.DiffResponse:
		slices.Sort(t.Replaces)
		slices.Sort(t.Diffs)
		slices.Sort(t.Stables)
	case *pulumirpc.CheckResponse:
		slices.SortFunc(t.Failures, func(a, b *pulumirpc.CheckFailure) int {
			return strings.Compare(a.Property+a.Reason, b.Property+b.Reason)
		})
	}
	out := map[string]any{}
	m.ProtoReflect().Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		name := string(fd.Name())
		switch {
		case name == "schema" && fd.Kind() == protoreflect.StringKind:
			out[name] = fmt.Sprintf("(%d characters)", len(v.String())/1000*1000)
		case fd.IsMap():
			mm := map[string]any{}
			v.Map().Range(func(k protoreflect.MapKey, e protoreflect.Value) bool {
				mm[short(k.String())] = fieldValue(fd.MapValue(), e)
				return true
			})
			out[name] = mm
		case fd.IsList():
			l := []any{}
			for i := range v.List().Len() {
				l = append(l, fieldValue(fd, v.List().Get(i)))
			}
			if unordered[name] {
				slices.SortFunc(l, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			}
			out[name] = l
		default:
			out[name] = fieldValue(fd, v)
		}
		return true
	})
	return out
}

func failureJSON(err error) map[string]any {
	if err == nil {
		return nil
	}
	st := status.Convert(err)
	out := map[string]any{"code": st.Code().String(), "message": clean(st.Message())}
	var details []any
	for _, d := range st.Details() {
		if m, ok := d.(proto.Message); ok {
			details = append(details, map[string]any{"type": string(m.ProtoReflect().Descriptor().Name()), "value": message(m)})
		}
	}
	if details != nil {
		out["details"] = details
	}
	return out
}

// Call is one RPC to a provider, or the start of one.
type Call struct {
	Call     string         `json:"call"`
	Process  string         `json:"process"`
	During   string         `json:"during,omitempty"`
	Resource string         `json:"resource,omitempty"`
	Request  any            `json:"request,omitempty"`
	Response any            `json:"response,omitempty"`
	Error    map[string]any `json:"error,omitempty"`
}

// MonitorCall is one RPC of a component to the monitor.
type MonitorCall struct {
	Construct string         `json:"construct"`
	Call      string         `json:"call"`
	Request   any            `json:"request,omitempty"`
	Response  any            `json:"response,omitempty"`
	Error     map[string]any `json:"error,omitempty"`
}

// ---------------------------------------------------------------- provider processes

type process struct {
	plugin.Provider
	r     *run
	name  string // package#n
	cmd   *exec.Cmd
	conn  *grpc.ClientConn
	setup chan bool // closed when Configure was answered
	once  sync.Once
	dead  sync.Once
}

// pluginPath finds the program of a package in one of the given folders, and its version.
func pluginPath(name string) (path, version string, err error) {
	for _, d := range pluginDirs {
		found, _ := filepath.Glob(filepath.Join(d, "resource-"+name+"-v*", "pulumi-resource-"+name))
		if len(found) > 0 {
			_, version, _ = strings.Cut(filepath.Base(filepath.Dir(found[0])), "-v")
			return found[0], version, nil
		}
	}
	return "", "", fmt.Errorf("no plugin %s", name)
}

func (r *run) start(ctx *plugin.Context, host plugin.Host, d workspace.PluginDescriptor) (plugin.Provider, error) {
	path, version, err := pluginPath(d.Name)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.sc.Providers[d.Name] = version
	r.started[d.Name]++
	p := &process{r: r, name: fmt.Sprintf("%s#%d", d.Name, r.started[d.Name]), setup: make(chan bool)}
	c := &Call{Call: "(start)", Process: p.name, During: r.phase}
	if d.Version != nil {
		c.Request = map[string]any{"version": d.Version.String()}
	}
	r.calls = append(r.calls, c)
	r.mu.Unlock()
	args := []string{host.ServerAddr()}
	p.cmd = exec.Command(path, args...)
	p.cmd.Dir = r.dir
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.dir, "TMPDIR=" + r.dir,
		world.Env + "=" + os.Getenv(world.Env),
		"PULUMI_SKIP_UPDATE_CHECK=true", "PYTHONDONTWRITEBYTECODE=1", "LANG=C.UTF-8"}
	for k, v := range r.step.Env {
		p.cmd.Env = append(p.cmd.Env, k+"="+v)
	}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	var tail strings.Builder
	var tailMu sync.Mutex
	errPipe, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		sc := bufio.NewScanner(errPipe)
		for sc.Scan() {
			tailMu.Lock()
			if tail.Len() < 8000 {
				tail.WriteString(sc.Text() + "\n")
			}
			tailMu.Unlock()
		}
	}()
	port := make(chan int, 1)
	go func() {
		sc := bufio.NewScanner(out)
		first := true
		for sc.Scan() {
			if first {
				n, _ := strconv.Atoi(strings.TrimSpace(sc.Text()))
				port <- n
				first = false
			}
		}
		if first {
			port <- 0
		}
	}()
	var n int
	select {
	case n = <-port:
	case <-time.After(60 * time.Second):
	}
	if n == 0 {
		p.kill()
		tailMu.Lock()
		defer tailMu.Unlock()
		return nil, fmt.Errorf("plugin %s did not start: %s", d.Name, tail.String())
	}
	p.conn, err = grpc.NewClient(fmt.Sprintf("127.0.0.1:%d", n), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(400<<20)), grpc.WithUnaryInterceptor(p.intercept))
	if err != nil {
		p.kill()
		return nil, err
	}
	p.Provider = plugin.NewProviderWithClient(ctx, pulumirpc.NewResourceProviderClient(p.conn), false)
	r.mu.Lock()
	r.processes = append(r.processes, p)
	r.mu.Unlock()
	dir := filepath.Dir(path)
	_, err = p.Provider.Handshake(context.Background(), plugin.ProviderHandshakeRequest{
		EngineAddress: host.ServerAddr(), RootDirectory: &dir, ProgramDirectory: &dir, ConfigureWithUrn: true,
		SupportsViews: true, SupportsRefreshBeforeUpdate: true, InvokeWithPreview: true, AcceptsByteString: true,
	})
	if err != nil && status.Code(err) != codes.Unimplemented {
		return nil, err
	}
	return p, nil
}

// Configure waits for the answer, which the engine does not do, so that calls are recorded in a fixed order.
func (p *process) Configure(ctx context.Context, q plugin.ConfigureRequest) (plugin.ConfigureResponse, error) {
	res, err := p.Provider.Configure(ctx, q)
	if err == nil && !q.Inputs.ContainsUnknowns() {
		select {
		case <-p.setup:
		case <-time.After(30 * time.Second):
		}
	}
	return res, err
}

func (p *process) Close() error {
	p.dead.Do(func() {
		ctx, stop := context.WithTimeout(context.Background(), 3*time.Second)
		defer stop()
		_, _ = pulumirpc.NewResourceProviderClient(p.conn).Cancel(ctx, nil2)
		_ = p.conn.Close()
		p.kill()
	})
	return nil
}

func (p *process) kill() {
	if p.cmd == nil || p.cmd.Process == nil {
		return
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	_ = p.cmd.Wait()
}

var quiet = []string{"Cancel", "GetSchema", "GetPluginInfo", "GetMapping", "GetMappings"}

func (p *process) intercept(
	ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption,
) error {
	name := method[strings.LastIndex(method, "/")+1:]
	if slices.Contains(quiet, name) {
		return invoke(ctx, method, req, reply, cc, opts...)
	}
	r := p.r
	c := &Call{Call: name, Process: p.name}
	fields, _ := message(req.(proto.Message)).(map[string]any)
	var proxy *monitorProxy
	switch q := req.(type) {
	case *pulumirpc.ConstructRequest:
		proxy = r.proxy(q.MonitorEndpoint, q.Type+"::"+q.Name)
		q.MonitorEndpoint = proxy.address
		c.Resource = q.Type + "::" + q.Name
	case *pulumirpc.CallRequest:
		proxy = r.proxy(q.MonitorEndpoint, q.Tok)
		q.MonitorEndpoint = proxy.address
	case interface{ GetUrn() string }:
		if u := q.GetUrn(); u != "" {
			c.Resource = strings.TrimPrefix(u, urnPrefix)
			// name and type repeat what the URN says
			if n, ok := fields["name"]; ok && n == c.Resource[strings.LastIndex(c.Resource, "::")+2:] {
				delete(fields, "name")
			}
			if t, ok := fields["type"]; ok && strings.HasSuffix(c.Resource[:strings.LastIndex(c.Resource, "::")], t.(string)) {
				delete(fields, "type")
			}
			delete(fields, "urn")
		}
	}
	delete(fields, "resource_status_address")
	delete(fields, "resource_status_token")
	if name == "Handshake" {
		fields = nil // always the same (FORMAT.md)
	}
	if len(fields) > 0 {
		c.Request = fields
	}
	r.mu.Lock()
	c.During = r.phase
	r.calls = append(r.calls, c)
	r.mu.Unlock()
	err := invoke(ctx, method, req, reply, cc, opts...)
	if proxy != nil {
		proxy.stop()
	}
	r.mu.Lock()
	if err != nil {
		c.Error = failureJSON(err)
	} else if m, ok := message(reply.(proto.Message)).(map[string]any); ok && len(m) > 0 {
		c.Response = m
	}
	r.mu.Unlock()
	if name == "Configure" {
		p.once.Do(func() { close(p.setup) })
	}
	return err
}

// ---------------------------------------------------------------- the host

type host struct {
	plugin.Host
	r *run
}

func (h *host) Provider(ctx *plugin.Context, d workspace.PluginDescriptor, _ env.Env) (plugin.Provider, error) {
	p, err := h.r.start(ctx, h.Host, d)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (h *host) ResolvePlugin(_ *plugin.Context, d workspace.PluginDescriptor) (*workspace.PluginInfo, error) {
	path, _, err := pluginPath(d.Name)
	if err != nil {
		return nil, err
	}
	return &workspace.PluginInfo{Kind: d.Kind, Name: d.Name, Version: d.Version, Path: filepath.Dir(path)}, nil
}

// ---------------------------------------------------------------- the monitor as components see it

// monitorProxy stands between a component and the engine's monitor. It lets registrations through one at a time, in the
// order of their names among those that wait, because SDKs send independent ones in any order.
type monitorProxy struct {
	r       *run
	label   string
	address string
	server  *grpc.Server
	back    *grpc.ClientConn

	mu       sync.Mutex
	waiting  []*turn
	busy     bool
	last     time.Time
	done     chan bool
	features []string
}

type turn struct {
	key string
	ch  chan bool
}

type rawCodec struct{}

func (rawCodec) Name() string { return "raw" }
func (rawCodec) Marshal(v any) ([]byte, error) {
	b, ok := v.(*[]byte)
	if !ok {
		return nil, errors.New("not raw")
	}
	return *b, nil
}

func (rawCodec) Unmarshal(data []byte, v any) error {
	b, ok := v.(*[]byte)
	if !ok {
		return errors.New("not raw")
	}
	*b = slices.Clone(data)
	return nil
}

func (r *run) proxy(target, label string) *monitorProxy {
	m := &monitorProxy{r: r, label: label, done: make(chan bool), last: time.Now()}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	m.address = l.Addr().String()
	m.back, err = grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(400<<20)))
	if err != nil {
		panic(err)
	}
	m.server = grpc.NewServer(grpc.ForceServerCodec(rawCodec{}), grpc.UnknownServiceHandler(m.handle),
		grpc.MaxRecvMsgSize(400<<20))
	go func() { _ = m.server.Serve(l) }()
	go m.dispatch()
	return m
}

func (m *monitorProxy) stop() {
	close(m.done)
	go func() {
		time.Sleep(200 * time.Millisecond)
		m.server.Stop()
		_ = m.back.Close()
	}()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.features) > 0 {
		slices.Sort(m.features)
		m.r.mu.Lock()
		m.r.monitor = append(m.r.monitor, &MonitorCall{Construct: m.label, Call: "SupportsFeature",
			Request: slices.Compact(m.features)})
		m.r.mu.Unlock()
	}
}

func (m *monitorProxy) dispatch() {
	for {
		select {
		case <-m.done:
			return
		case <-time.After(5 * time.Millisecond):
		}
		m.mu.Lock()
		slices.SortStableFunc(m.waiting, func(a, b *turn) int { return strings.Compare(a.key, b.key) })
		pause := settle
		if !strings.HasPrefix(m.label, "parts:") { // slower than Go
			pause *= 4
		}
		still := time.Since(m.last)
		if !m.busy && len(m.waiting) > 0 && (still > settleEnd || still > pause && m.waiting[0].key < "3") {
			t := m.waiting[0]
			m.waiting = m.waiting[1:]
			m.busy = true
			close(t.ch)
		}
		m.mu.Unlock()
	}
}

func decode(method string, input bool, b []byte) proto.Message {
	svc, name, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(svc))
	if err != nil {
		return nil
	}
	md := d.(protoreflect.ServiceDescriptor).Methods().ByName(protoreflect.Name(name))
	if md == nil {
		return nil
	}
	typ := md.Output()
	if input {
		typ = md.Input()
	}
	mt, err := protoregistry.GlobalTypes.FindMessageByName(typ.FullName())
	if err != nil {
		return nil
	}
	msg := mt.New().Interface()
	if err := proto.Unmarshal(b, msg); err != nil {
		return nil
	}
	return msg
}

// instead is the answer of a monitor that is not the engine's.
func (m *monitorProxy) instead(name string) error {
	if d := m.r.step.Monitor; d != nil && d.NoDeploymentInfo && name == "GetDeploymentInfo" {
		return status.Error(codes.Unimplemented, "unknown method GetDeploymentInfo")
	}
	return nil
}

func (m *monitorProxy) lacks(feature string) bool {
	d := m.r.step.Monitor
	return d != nil && slices.Contains(d.Without, feature)
}

func (m *monitorProxy) handle(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	name := method[strings.LastIndex(method, "/")+1:]
	var in, out []byte
	if err := stream.RecvMsg(&in); err != nil {
		return err
	}
	ctx := stream.Context()
	if md, ok := metadata.FromIncomingContext(ctx); ok {
		c := metadata.MD{}
		for k, v := range md {
			if !strings.HasPrefix(k, ":") && k != "content-type" && k != "user-agent" {
				c[k] = v
			}
		}
		ctx = metadata.NewOutgoingContext(ctx, c)
	}
	req := decode(method, true, in)
	key := ""
	switch q := req.(type) {
	case *pulumirpc.RegisterResourceRequest:
		key = "1|" + q.Type + "|" + q.Name
	case *pulumirpc.ReadResourceRequest:
		key = "1|" + q.Type + "|" + q.Name
	case *pulumirpc.ResourceInvokeRequest:
		key = "2|" + q.Tok
	case *pulumirpc.ResourceCallRequest:
		key = "2|" + q.Tok
	case *pulumirpc.RegisterResourceOutputsRequest:
		key = "3|" + q.Urn
	case *pulumirpc.SupportsFeatureRequest:
		m.mu.Lock()
		m.features = append(m.features, q.Id)
		m.mu.Unlock()
	}
	if key != "" {
		t := &turn{key, make(chan bool)}
		m.mu.Lock()
		m.waiting = append(m.waiting, t)
		m.last = time.Now()
		m.mu.Unlock()
		select {
		case <-t.ch:
		case <-m.done:
			return status.Error(codes.Canceled, "the component is gone")
		}
		defer func() {
			m.mu.Lock()
			m.busy = false
			m.last = time.Now()
			m.mu.Unlock()
		}()
	}
	var c *MonitorCall
	if name != "SupportsFeature" && req != nil {
		c = &MonitorCall{Construct: m.label, Call: name}
		if f, ok := message(req).(map[string]any); ok {
			for _, k := range []string{"sourcePosition", "stackTrace", "parentStackTraceHandle"} {
				delete(f, k)
			}
			c.Request = f
		}
		m.r.mu.Lock()
		m.r.monitor = append(m.r.monitor, c)
		m.r.mu.Unlock()
	}
	err := m.instead(name)
	if err == nil {
		err = m.back.Invoke(ctx, method, &in, &out, grpc.ForceCodec(rawCodec{}))
	}
	if q, ok := req.(*pulumirpc.SupportsFeatureRequest); ok && err == nil && m.lacks(q.Id) {
		out = nil // false
	}
	if c != nil {
		m.r.mu.Lock()
		if err != nil {
			c.Error = failureJSON(err)
		} else if rm := decode(method, false, out); rm != nil {
			if f, ok := message(rm).(map[string]any); ok && len(f) > 0 {
				c.Response = f
			}
		}
		m.r.mu.Unlock()
	}
	if err != nil {
		return err
	}
	return stream.SendMsg(&out)
}
