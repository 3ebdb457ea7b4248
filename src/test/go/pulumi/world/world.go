// Package world is what the providers of this folder manage: one JSON file that all their processes share.
package world

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Object is a thing that exists.
type Object struct {
	Type    string         `json:"type"`
	Name    string         `json:"name"`
	Props   map[string]any `json:"props,omitempty"` // inputs
	Outputs map[string]any `json:"outputs,omitempty"`
	Updates int            `json:"updates,omitempty"`
}

// Fault is a failure to be answered to a call.
type Fault struct {
	Op      string         `json:"op"` // check | diff | create | update | delete | read | configure
	Name    string         `json:"name"`
	ID      string         `json:"id,omitempty"`
	Message string         `json:"message,omitempty"`
	Partial bool           `json:"partial,omitempty"`
	Outputs map[string]any `json:"outputs,omitempty"`
}

// World is the file's content.
type World struct {
	Objects map[string]*Object `json:"objects"`
	Made    map[string]int     `json:"made"`
	Faults  []Fault            `json:"faults,omitempty"`
}

// Env names the variable with the file's path.
const Env = "KEELSON_WORLD"

// Do changes the world under a lock.
func Do(f func(w *World) error) error {
	path := os.Getenv(Env)
	if path == "" {
		return errors.New(Env + " names no file")
	}
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	w := &World{}
	if b, err := os.ReadFile(path); err == nil {
		if err := json.Unmarshal(b, w); err != nil {
			return err
		}
	}
	if w.Objects == nil {
		w.Objects = map[string]*Object{}
	}
	if w.Made == nil {
		w.Made = map[string]int{}
	}
	result := f(w) // what was changed before a failure stays
	b, err := json.Marshal(w)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".partial", b, 0o600); err != nil {
		return err
	}
	if err := os.Rename(path+".partial", path); err != nil { // whole or not at all, when killed, too
		return err
	}
	return result
}

// Next gives the id and number of a new object.
func (w *World) Next(name string) (string, int) {
	w.Made[name]++
	return fmt.Sprintf("%s-%d", name, w.Made[name]), w.Made[name]
}

// Fault finds the failure for a call.
func (w *World) Fault(op, name, id string) *Fault {
	for i := range w.Faults {
		f := &w.Faults[i]
		if f.Op == op && f.Name == name && (f.ID == "" || f.ID == id) {
			c := *f
			if c.Message == "" {
				c.Message = op + " of " + name + " refused"
			}
			return &c
		}
	}
	return nil
}

// Trouble asks for a failure without anything else; without a world there is none.
func Trouble(op, name, id string) (f *Fault) {
	_ = Do(func(w *World) error { f = w.Fault(op, name, id); return nil })
	return
}
