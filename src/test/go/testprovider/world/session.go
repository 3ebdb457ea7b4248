package world

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Session is one caller of the cloud: an account of a world and the token it calls with.
type Session struct {
	World   *World
	Account string
	Token   string
}

// ErrRefused says that the account has another token, ErrExpired that its credentials are no longer good.
var (
	ErrRefused = errors.New("the credentials were refused: the token is not that of the account")
	ErrExpired = errors.New("the credentials have expired")
)

// accountFile is accounts/NAME.json of the world. Without it every token is good.
type accountFile struct {
	Token   string `json:"token"`
	Expired bool   `json:"expired"`
}

// Authorize checks the token against accounts/ACCOUNT.json of the world. It is read anew for each call, so
// that a test can let credentials expire between two calls.
func (s Session) Authorize() error {
	text, err := os.ReadFile(filepath.Join(s.World.dir, "accounts", s.Account+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var account accountFile
	if err := json.Unmarshal(text, &account); err != nil {
		return fmt.Errorf("the account %s: %w", s.Account, err)
	}
	switch {
	case account.Expired:
		return ErrExpired
	case account.Token != "" && account.Token != s.Token:
		return ErrRefused
	default:
		return nil
	}
}

// Create makes an object. With an empty id it gets a random one and two equal calls make two objects;
// with an id chosen by the caller the second call fails with ErrExists.
func (s Session) Create(ctx context.Context, object Object, faults []Order) (Object, error) {
	if object.ID == "" {
		object.ID = RandomID()
	}
	object.Account, object.Revision, object.MadeBy = s.Account, 1, os.Getpid()
	err := s.effect(ctx, "create", object, faults, func() error {
		return writeNew(s.World.file("objects", object), object)
	})
	return object, err
}

// Read gives the live object, or ErrNotFound.
func (s Session) Read(ctx context.Context, kind, id string, faults []Order) (Object, error) {
	wanted := Object{Account: s.Account, Type: kind, ID: id}
	if err := s.begin(); err != nil {
		return wanted, err
	}
	file := s.World.file("objects", wanted)
	if stored, err := readObject(file); err == nil {
		wanted.Name = stored.Name
	}
	if err := s.meet(ctx, "read", "before", wanted, faults); err != nil {
		return wanted, err
	}
	object, err := readObject(file)
	if err != nil {
		return wanted, err
	}
	return object, s.meet(ctx, "read", "after", object, faults)
}

// Update replaces the values and the name of a live object and raises its revision.
func (s Session) Update(ctx context.Context, object Object, faults []Order) (Object, error) {
	object.Account = s.Account
	err := s.effect(ctx, "update", object, faults, func() error {
		stored, err := readObject(s.World.file("objects", object))
		if err != nil {
			return err
		}
		object.Revision, object.MadeBy = stored.Revision+1, stored.MadeBy
		return replace(s.World.file("objects", object), object)
	})
	return object, err
}

// Delete moves the object from objects/ to deleted/, so that nothing that was ever made is forgotten.
func (s Session) Delete(ctx context.Context, object Object, faults []Order) error {
	object.Account = s.Account
	return s.effect(ctx, "delete", object, faults, func() error {
		grave := s.World.file("deleted", object)
		if err := os.MkdirAll(filepath.Dir(grave), 0o755); err != nil {
			return err
		}
		err := os.Rename(s.World.file("objects", object), grave)
		if errors.Is(err, fs.ErrNotExist) {
			return ErrNotFound
		}
		return err
	})
}

// List gives the live objects of a type, in the order of their ids.
func (s Session) List(kind string) ([]Object, error) {
	if err := s.begin(); err != nil {
		return nil, err
	}
	folder := filepath.Join(s.World.dir, "objects", s.Account, kind)
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var objects []Object
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".json") {
			continue
		}
		object, err := readObject(filepath.Join(folder, entry.Name()))
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	slices.SortFunc(objects, func(a, b Object) int { return strings.Compare(a.ID, b.ID) })
	return objects, nil
}

// effect runs one change between the orders before it and the orders after it, and records it.
func (s Session) effect(ctx context.Context, operation string, object Object, faults []Order, change func() error) error {
	if err := s.begin(); err != nil {
		return err
	}
	if err := s.meet(ctx, operation, "before", object, faults); err != nil {
		return err
	}
	line := Line{Event: "effect", RPC: operation, Outcome: "ok",
		Type: object.Type, ID: object.ID, Name: object.Name, Account: object.Account}
	err := change()
	if err != nil {
		line.Outcome, line.Summary = "error", err.Error()
	}
	s.World.journal.Write(line)
	if err != nil {
		return err
	}
	return s.meet(ctx, operation, "after", object, faults)
}

func (s Session) begin() error {
	if !s.World.IsReal() {
		return fmt.Errorf("there is no world: set the environment variable %s or the provider's argument world to a folder", EnvVar)
	}
	return s.Authorize()
}

func (s Session) meet(ctx context.Context, operation, when string, object Object, faults []Order) error {
	point := Point{On: operation, When: when, Type: object.Type, Name: object.Name, ID: object.ID}
	orders, err := s.World.Meet(ctx, point, faults)
	if err != nil {
		return err
	}
	for _, order := range orders {
		if order.Do == "fail" {
			return &Failure{Message: order.Message, After: when == "after", LoseState: order.LoseState}
		}
	}
	return nil
}
