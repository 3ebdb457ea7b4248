package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// longestLine is more than an API server takes.
const longestLine = 4 << 20

// record is what the API server is given; spec and status stay the bytes that they are.
type record struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Metadata   metadata        `json:"metadata"`
	Spec       json.RawMessage `json:"spec"`
	Status     json.RawMessage `json:"status,omitempty"`
}

type metadata struct {
	Namespace       string            `json:"namespace"`
	Name            string            `json:"name"`
	Labels          map[string]string `json:"labels,omitempty"`
	Finalizers      []string          `json:"finalizers,omitempty"`
	ResourceVersion string            `json:"resourceVersion,omitempty"`
}

// read returns the records of a file, one on each line, and the length of its longest line.
func read(path string) (records []record, largest int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		var next record
		if err := json.Unmarshal(lines.Bytes(), &next); err != nil {
			return nil, 0, fmt.Errorf("%s, line %d: %w", path, len(records)+1, err)
		}
		records = append(records, next)
		largest = max(largest, len(lines.Bytes()))
	}
	return records, largest, lines.Err()
}
