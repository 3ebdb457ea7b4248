// Package world is what the providers of this folder manage: one JSON file that all their processes share.
package world

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
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
	Op      string         `json:"op"` // check | diff | create | update | delete | read | checkConfig | configure
	Name    string         `json:"name"`
	ID      string         `json:"id,omitempty"`
	Message string         `json:"message,omitempty"`
	Partial bool           `json:"partial,omitempty"`
	Outputs map[string]any `json:"outputs,omitempty"`
	Hold    string         `json:"hold,omitempty"`  // no failure: the call waits until this file is there, once
	After   bool           `json:"after,omitempty"` // it waits when its effect is done
}

// Held is a call that waits, or has waited.
type Held struct {
	Op   string `json:"op"`
	Name string `json:"name"`
	Pid  int    `json:"pid"`
}

// World is the file's content.
type World struct {
	Objects map[string]*Object `json:"objects"`
	Made    map[string]int     `json:"made"`
	Faults  []Fault            `json:"faults,omitempty"`
	Held    []Held             `json:"held,omitempty"`
	reached *Fault             // that holds this call
}

// Env names the variable with the file's path.
const Env = "KEELSON_WORLD"

// Do changes the world under a lock. A call that is held waits without it, and is done anew if it waits before its effect.
func Do(f func(w *World) error) error { return do(os.Getenv(Env), f) }

// DoFor changes what the world has of a name. Where Env names a folder, that is a file of its own in it, so that a call
// costs the same however many objects there are.
func DoFor(name string, f func(w *World) error) error {
	path := os.Getenv(Env)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, name+".json")
	}
	return do(path, f)
}

// Name of the object with an id that Next gave.
func Name(id string) string { return id[:max(0, strings.LastIndex(id, "-"))] }

func do(path string, f func(w *World) error) error {
	held, err := locked(path, f)
	if held == nil {
		return err
	}
	for {
		if _, missing := os.Stat(held.Hold); missing == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if held.After {
		return err
	}
	return do(path, f)
}

// locked tells also what holds the call.
func locked(path string, f func(w *World) error) (*Fault, error) {
	if path == "" {
		return nil, errors.New(Env + " names no file")
	}
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return nil, err
	}
	w := &World{}
	before, err := os.ReadFile(path)
	if err == nil {
		if err := json.Unmarshal(before, w); err != nil {
			return nil, err
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
		return nil, err
	}
	if bytes.Equal(b, before) {
		return w.reached, result
	}
	if err := os.WriteFile(path+".partial", b, 0o600); err != nil {
		return nil, err
	}
	if err := os.Rename(path+".partial", path); err != nil { // whole or not at all, when killed, too
		return nil, err
	}
	return w.reached, result
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
			if c.Hold == "" {
				return &c
			}
			w.Faults = append(w.Faults[:i], w.Faults[i+1:]...)
			w.Held = append(w.Held, Held{op, name, os.Getpid()})
			w.reached = &c
			if c.After {
				return nil
			}
			return &c // so that nothing is done now
		}
	}
	return nil
}

// Trouble asks for a failure without anything else; without a world there is none.
func Trouble(op, name, id string) (f *Fault) {
	_ = DoFor(name, func(w *World) error { f = w.Fault(op, name, id); return nil })
	return
}
