// Package world is the cloud that the test provider manages: a folder in which every object ever made
// is a file, every call is a line of a journal, and tests lay down orders for what shall go wrong.
//
// Several provider processes may share one world; nothing here is locked except the counting of orders.
package world

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// EnvVar names the environment variable that holds the folder of the world.
const EnvVar = "TF_KEELSON_WORLD"

// World is one folder. Its zero value has no folder: nothing is recorded and nothing can be made in it.
type World struct {
	dir     string
	journal *Journal
}

// Object is what the cloud stores. Name is the logical name that a test gave it; several objects may
// share one, which is how a create that was done twice is seen.
type Object struct {
	ID       string          `json:"id"`
	Account  string          `json:"account"`
	Type     string          `json:"type"`
	Name     string          `json:"name"`
	Revision int             `json:"revision"`
	MadeBy   int             `json:"made_by_pid"`
	Values   json.RawMessage `json:"values"`
}

// ErrNotFound says that there is no live object of that id in the account.
var ErrNotFound = errors.New("no such object")

// ErrExists says that a live object has that id already.
var ErrExists = errors.New("an object of this id exists already")

// Open makes the folders of a world, unless they are there. An empty dir gives a world that records nothing.
func Open(dir string, source Source) (*World, error) {
	if dir == "" {
		return &World{journal: &Journal{source: source}}, nil
	}
	for _, folder := range []string{"objects", "deleted", "orders", "accounts"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			return nil, fmt.Errorf("the world %s: %w", dir, err)
		}
	}
	journal, err := openJournal(filepath.Join(dir, "journal.jsonl"), source)
	if err != nil {
		return nil, err
	}
	return &World{dir: dir, journal: journal}, nil
}

// Journal gives the record of this world.
func (w *World) Journal() *Journal { return w.journal }

// IsReal is false for a world without a folder.
func (w *World) IsReal() bool { return w.dir != "" }

// Failure is an error that an order asked for. After says that the effect was done before the error.
type Failure struct {
	Message   string
	After     bool
	LoseState bool
}

func (f *Failure) Error() string {
	if f.Message == "" {
		return "the cloud refused the request, as ordered"
	}
	return f.Message
}

func (w *World) file(folder string, object Object) string {
	return filepath.Join(w.dir, folder, object.Account, object.Type, object.ID+".json")
}

func readObject(file string) (Object, error) {
	var object Object
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return object, ErrNotFound
	}
	if err != nil {
		return object, err
	}
	if err := json.Unmarshal(text, &object); err != nil {
		return object, fmt.Errorf("the object in %s: %w", file, err)
	}
	return object, nil
}

// writeNew makes the file in one step: an object is there whole or not at all, and never replaces another.
func writeNew(file string, object Object) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	partial, err := writePartial(file, object)
	if err != nil {
		return err
	}
	defer os.Remove(partial)
	err = os.Link(partial, file)
	if errors.Is(err, fs.ErrExist) {
		return ErrExists
	}
	return err
}

func replace(file string, object Object) error {
	partial, err := writePartial(file, object)
	if err != nil {
		return err
	}
	return os.Rename(partial, file)
}

func writePartial(file string, object Object) (string, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return "", err
	}
	partial := fmt.Sprintf("%s.%s.partial", file, RandomID())
	return partial, os.WriteFile(partial, append(text, '\n'), 0o644)
}

// RandomID is an id that the cloud chooses.
func RandomID() string {
	var bytes [6]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes[:])
}

// Digest is what the journal and private data have of a text: the first 16 hex digits of its SHA-256.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
