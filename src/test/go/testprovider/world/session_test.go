package world

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

var ctx = context.Background()

func newSession(t *testing.T) (Session, string) {
	t.Helper()
	dir := t.TempDir()
	opened, err := Open(dir, Source{Provider: "keelsontest", Version: "2.0.0", Protocol: 6})
	if err != nil {
		t.Fatal(err)
	}
	return Session{World: opened, Account: "default"}, dir
}

func order(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "orders", name+".json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func journal(t *testing.T, dir, event string) []Line {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []Line
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		var line Line
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", scanner.Text(), err)
		}
		if line.Event == event {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestTwoCreatesMakeTwoObjectsUnlessTheIDIsChosen(t *testing.T) {
	session, dir := newSession(t)
	for range 2 {
		if _, err := session.Create(ctx, Object{Type: "thing", Name: "a"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if objects, err := session.List("thing"); err != nil || len(objects) != 2 {
		t.Errorf("%v objects, %v", objects, err)
	}
	named := Object{ID: "a", Type: "named", Name: "a"}
	if _, err := session.Create(ctx, named, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := session.Create(ctx, named, nil); !errors.Is(err, ErrExists) {
		t.Errorf("the second create gave %v", err)
	}
	if effects := journal(t, dir, "effect"); len(effects) != 4 || effects[3].Outcome != "error" {
		t.Errorf("the journal has %v", effects)
	}
}

func TestADeletedObjectIsGoneButNotForgotten(t *testing.T) {
	session, dir := newSession(t)
	object, err := session.Create(ctx, Object{Type: "thing", Name: "a"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Delete(ctx, object, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := session.Read(ctx, "thing", object.ID, nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("reading it gave %v", err)
	}
	if err := session.Delete(ctx, object, nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleting it again gave %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "deleted", "default", "thing", object.ID+".json")); err != nil {
		t.Error(err)
	}
}

func TestAnOrderStrikesTheMatchesThatItNames(t *testing.T) {
	session, dir := newSession(t)
	order(t, dir, "third", `{"on": "create", "type": "thing", "skip": 2, "times": 2, "do": "fail", "message": "no quota"}`)
	var failed []int
	for i := range 6 {
		_, err := session.Create(ctx, Object{Type: "thing", Name: "a"}, nil)
		var failure *Failure
		if errors.As(err, &failure) && !failure.After && failure.Error() == "no quota" {
			failed = append(failed, i)
		} else if err != nil {
			t.Fatal(err)
		}
		if _, err := session.Create(ctx, Object{Type: "other", Name: "a"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(failed) != 2 || failed[0] != 2 || failed[1] != 3 {
		t.Errorf("failed: %v", failed)
	}
	if struck := journal(t, dir, "order"); len(struck) != 2 || struck[0].Order != "third" {
		t.Errorf("the journal has %v", struck)
	}
}

func TestAnOrderIsCountedOnceAmongManyThatPass(t *testing.T) {
	session, dir := newSession(t)
	order(t, dir, "one", `{"on": "create", "skip": 10, "do": "fail"}`)
	var failures sync.Map
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			if _, err := session.Create(ctx, Object{Type: "thing", Name: "a"}, nil); err != nil {
				failures.Store(i, err)
			}
		})
	}
	all.Wait()
	count := 0
	failures.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("%d creates failed", count)
	}
}

func TestAFailureAfterTheEffectLeavesTheObject(t *testing.T) {
	session, _ := newSession(t)
	faults, err := Faults(map[string]string{"create.after": "fail too late"})
	if err != nil {
		t.Fatal(err)
	}
	object, err := session.Create(ctx, Object{Type: "thing", Name: "a"}, faults)
	var failure *Failure
	if !errors.As(err, &failure) || !failure.After || failure.Error() != "too late" {
		t.Errorf("the create gave %v", err)
	}
	if _, err := session.Read(ctx, "thing", object.ID, nil); err != nil {
		t.Error(err)
	}
}

func TestAFaultThatNobodyKnowsIsRefused(t *testing.T) {
	if _, err := Faults(map[string]string{"creat": "fail"}); err == nil {
		t.Error("it was taken")
	}
	session, _ := newSession(t)
	if _, err := session.Create(ctx, Object{Type: "thing"}, []Order{{On: "create", Do: "dance", Times: -1}}); err == nil {
		t.Error("it was carried out")
	}
}

func TestAHoldEndsWhenItsOrderIsTakenAwayOrTheHostStops(t *testing.T) {
	session, dir := newSession(t)
	order(t, dir, "hold", `{"on": "create", "do": "hold", "times": -1}`)
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := session.Create(stopped, Object{Type: "thing"}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the stopped create gave %v", err)
	}
	done := make(chan error)
	go func() {
		_, err := session.Create(ctx, Object{Type: "thing"}, nil)
		done <- err
	}()
	for len(journal(t, dir, "order")) < 2 {
		time.Sleep(time.Millisecond)
	}
	if len(journal(t, dir, "effect")) != 0 {
		t.Error("the create did not wait")
	}
	if err := os.Remove(filepath.Join(dir, "orders", "hold.json")); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestCredentialsAreCheckedAtEachOperation(t *testing.T) {
	session, dir := newSession(t)
	session.Token = "right"
	account := filepath.Join(dir, "accounts", "default.json")
	for text, wanted := range map[string]error{`{"token": "right"}`: nil, `{"token": "other"}`: ErrRefused, `{"expired": true}`: ErrExpired} {
		if err := os.WriteFile(account, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := session.Create(ctx, Object{Type: "thing"}, nil); !errors.Is(err, wanted) {
			t.Errorf("%s gave %v", text, err)
		}
	}
}
