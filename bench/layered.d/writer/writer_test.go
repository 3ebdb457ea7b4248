package main

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const collection = "/apis/keelson.dev/v1alpha1/namespaces/bench/resourceinstances"

const spec = `"spec":{"big":12345678901234567890}`

// head is the begin of a record, up to the end of its finalizers.
func head(name string) string {
	return `{"apiVersion":"keelson.dev/v1alpha1","kind":"ResourceInstance","metadata":{"namespace":"bench",` +
		`"name":"` + name + `","labels":{"a":"b"},"finalizers":["f"]`
}

// server keeps what it was sent, by method and path, and answers with `answer`.
func server(t *testing.T, answer func(*http.Request) (int, string)) (config string, sent map[string]string) {
	t.Helper()
	sent = map[string]string{}
	var lock sync.Mutex
	stub := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		lock.Lock()
		defer lock.Unlock()
		request := strings.Join([]string{r.Method, r.URL.Path, r.Proto, r.Header.Get("Authorization")}, " ")
		sent[fmt.Sprint(request, " ", len(sent))] = string(body)
		status, text := answer(r)
		w.WriteHeader(status)
		io.WriteString(w, text)
	}))
	stub.EnableHTTP2 = true
	stub.StartTLS()
	t.Cleanup(stub.Close)
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: stub.Certificate().Raw})
	cluster := map[string]any{"server": stub.URL + "/", "certificate-authority-data": ca}
	text, err := json.Marshal(map[string]any{
		"clusters": []any{map[string]any{"cluster": cluster}},
		"users":    []any{map[string]any{"user": map[string]any{"token": "secret"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return file(t, "kubeconfig", string(text)), sent
}

func written(*http.Request) (int, string) { return 201, `{"metadata":{"resourceVersion":"7"}}` }

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func records(t *testing.T, names ...string) string {
	t.Helper()
	var lines strings.Builder
	for _, name := range names {
		lines.WriteString(head(name) + "}," + spec + `,"status":{"phase":"Ready"}}` + "\n")
	}
	return file(t, "records", lines.String())
}

func TestMeasure_createsEachRecordThenItsStatus(t *testing.T) {
	config, sent := server(t, written)

	measured, err := measure(config, records(t, "one"), "1")
	if err != nil {
		t.Fatal(err)
	}

	expect(t, sent, "POST "+collection+" HTTP/2.0 Bearer secret 0", head("one")+`},`+spec+`}`)
	expect(t, sent, "PUT "+collection+"/one/status HTTP/2.0 Bearer secret 1",
		head("one")+`,"resourceVersion":"7"},`+spec+`,"status":{"phase":"Ready"}}`)
	if measured.Records != 1 || measured.Largest < 100 || measured.Seconds <= 0 {
		t.Errorf("measured %+v", measured)
	}
}

func TestMeasure_writesEachOnceWhenMoreAreWrittenAtATime(t *testing.T) {
	config, sent := server(t, written)

	measured, err := measure(config, records(t, "one", "two", "three"), "10")
	if err != nil {
		t.Fatal(err)
	}

	if measured.Records != 3 || len(sent) != 6 {
		t.Errorf("%d records, requests: %v", measured.Records, sent)
	}
}

func TestMeasure_stopsWithTheFirstWriteThatFails(t *testing.T) {
	config, sent := server(t, func(*http.Request) (int, string) { return 403, "not by you" })

	_, err := measure(config, records(t, "one", "two", "three"), "1")

	if err == nil || !strings.Contains(err.Error(), "POST "+collection+": 403 Forbidden: not by you") {
		t.Errorf("failed with %v", err)
	}
	if len(sent) != 1 {
		t.Errorf("went on: %v", sent)
	}
}

func TestMeasure_saysWhatCannotBeRead(t *testing.T) {
	config, _ := server(t, func(*http.Request) (int, string) { return 200, "<html>" })
	one := records(t, "one")
	for _, each := range []struct{ config, records, parallelism, message string }{
		{config, one, "none", "PARALLELISM is a number"},
		{config, one, "1", "the answer is no object"},
		{config, file(t, "broken", "{}\n{"), "1", "broken, line 2"},
		{file(t, "yaml", "clusters: []"), one, "1", "no kubeconfig in JSON"},
		{file(t, "empty", "{}"), one, "1", "names no cluster"},
		{file(t, "bare", `{"clusters":[{}],"users":[{}]}`), one, "1", "no certificate-authority-data"},
	} {
		_, err := measure(each.config, each.records, each.parallelism)
		if err == nil || !strings.Contains(err.Error(), each.message) {
			t.Errorf("%q expected, got %v", each.message, err)
		}
	}
}

func expect(t *testing.T, sent map[string]string, request, body string) {
	t.Helper()
	if sent[request] != body {
		t.Errorf("%s\n got %s\nwant %s\n all %v", request, sent[request], body, sent)
	}
}
