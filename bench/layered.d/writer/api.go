package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

const (
	// longestAnswer is more than a record can have.
	longestAnswer = 4 << 20
	patience      = time.Minute
)

// api is an API server, over HTTP/2.
type api struct {
	server string
	token  string
	client *http.Client
}

// kubeconfig is as much of one as is needed: its first cluster, and its first user.
type kubeconfig struct {
	Clusters []struct {
		Cluster struct {
			Server string `json:"server"`
			CA     []byte `json:"certificate-authority-data"`
		} `json:"cluster"`
	} `json:"clusters"`
	Users []struct {
		User struct {
			Token string `json:"token"`
		} `json:"user"`
	} `json:"users"`
}

func connect(path string) (*api, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var config kubeconfig
	if err := json.Unmarshal(text, &config); err != nil {
		return nil, fmt.Errorf("%s is no kubeconfig in JSON: %w", path, err)
	}
	if len(config.Clusters) == 0 || len(config.Users) == 0 {
		return nil, fmt.Errorf("%s names no cluster or no user", path)
	}
	cluster := config.Clusters[0].Cluster
	trusted := x509.NewCertPool()
	if !trusted.AppendCertsFromPEM(cluster.CA) {
		return nil, fmt.Errorf("%s has no certificate-authority-data that can be read", path)
	}
	transport := &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: trusted},
		ForceAttemptHTTP2: true,
	}
	client := &http.Client{Transport: transport, Timeout: patience}
	return &api{strings.TrimSuffix(cluster.Server, "/"), config.Users[0].User.Token, client}, nil
}

// writeAll writes so many records at a time, and stops with the first failure.
func (a *api) writeAll(records []record, atOnce int) error {
	var next atomic.Int64
	failures := make(chan error, atOnce)
	for range atOnce {
		go func() { failures <- a.writeNext(records, &next) }()
	}
	var failed error
	for range atOnce {
		if err := <-failures; err != nil && failed == nil {
			next.Store(int64(len(records)))
			failed = err
		}
	}
	return failed
}

func (a *api) writeNext(records []record, next *atomic.Int64) error {
	for {
		i := next.Add(1) - 1
		if i >= int64(len(records)) {
			return nil
		}
		if err := a.write(records[i]); err != nil {
			return err
		}
	}
}

// write creates a record, and then gives it its status.
func (a *api) write(whole record) error {
	path := "/apis/" + whole.APIVersion + "/namespaces/" + whole.Metadata.Namespace + "/resourceinstances"
	born := whole
	born.Status = nil
	version, err := a.send(http.MethodPost, path, born)
	if err != nil {
		return err
	}
	whole.Metadata.ResourceVersion = version
	_, err = a.send(http.MethodPut, path+"/"+whole.Metadata.Name+"/status", whole)
	return err
}

// send returns the resourceVersion of the answer.
func (a *api) send(method, path string, body record) (string, error) {
	content, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	request, err := http.NewRequest(method, a.server+path, bytes.NewReader(content))
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Bearer "+a.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := a.client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", method, path, err)
	}
	if response.StatusCode >= 300 {
		return "", fmt.Errorf("%s %s: %s: %s", method, path, response.Status, answer)
	}
	var written struct {
		Metadata struct {
			ResourceVersion string `json:"resourceVersion"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(answer, &written); err != nil {
		return "", fmt.Errorf("%s %s: the answer is no object: %w", method, path, err)
	}
	return written.Metadata.ResourceVersion, nil
}
