package world

import (
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// Source tells which provider writes a journal.
type Source struct {
	Provider string
	Version  string
	Protocol int
}

// Line is one entry of the journal. It never holds attribute values, so no secret can be in it.
type Line struct {
	Time     string `json:"time"`
	PID      int    `json:"pid"`
	Provider string `json:"provider"`
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
	Event    string `json:"event"`
	Call     int64  `json:"call,omitempty"`
	RPC      string `json:"rpc,omitempty"`
	Action   string `json:"action,omitempty"`
	Type     string `json:"type,omitempty"`
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Account  string `json:"account,omitempty"`
	Order    string `json:"order,omitempty"`
	Outcome  string `json:"outcome,omitempty"`
	Summary  string `json:"summary,omitempty"`
}

// Journal is an append-only file of lines; the order of the lines is the order in which things happened,
// also among several processes.
type Journal struct {
	source Source
	file   *os.File
	calls  atomic.Int64
}

func openJournal(path string, source Source) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("the journal: %w", err)
	}
	return &Journal{source: source, file: file}, nil
}

// NextCall numbers the calls of this process, from 1.
func (j *Journal) NextCall() int64 { return j.calls.Add(1) }

// Write appends one line in one write, so that lines of several processes never mix. A journal that
// cannot be written ends the process: a test must not go on without its witness.
func (j *Journal) Write(line Line) {
	if j.file == nil {
		return
	}
	line.Time = time.Now().UTC().Format("2006-01-02T15:04:05.000000Z")
	line.PID = os.Getpid()
	line.Provider, line.Version, line.Protocol = j.source.Provider, j.source.Version, j.source.Protocol
	text, err := json.Marshal(line)
	if err == nil {
		_, err = j.file.Write(append(text, '\n'))
	}
	if err != nil {
		panic(fmt.Sprintf("the journal cannot be written: %v", err))
	}
}
