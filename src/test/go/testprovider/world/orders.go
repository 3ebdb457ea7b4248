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
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Order says what shall go wrong, where, and how often. It is a file orders/NAME.json of the world, or an
// entry of a resource's argument faults.
type Order struct {
	// On is an operation of the cloud (create, read, update, delete) or an RPC by its protocol 6 name.
	On string `json:"on"`
	// When is before or after the operation or RPC; before, if empty.
	When string `json:"when"`
	// Type, Name and ID restrict the order to objects that have them.
	Type string `json:"type"`
	Name string `json:"name"`
	ID   string `json:"id"`
	// Skip lets that many matches pass first; then Times matches are struck: 0 means one, -1 all.
	Skip  int `json:"skip"`
	Times int `json:"times"`
	// Do is one of the actions that the README lists.
	Do string `json:"do"`
	// Message is the text of a failure or of a print.
	Message string `json:"message"`
	// LoseState makes a failure after a create answer with an error and no state: the object leaks.
	LoseState bool `json:"lose_state"`
	// Delay is a Go duration.
	Delay string `json:"delay"`
	// Exit is the exit status of a crash.
	Exit int `json:"exit"`
	// Status is a gRPC status code by number.
	Status int `json:"status"`
	// To is where a print goes: stdout or stderr as the provider has them, fd1 or fd2 as the process has them.
	To string `json:"to"`
	// Bytes makes a print that long, by repeating its message.
	Bytes int `json:"bytes"`
	// Answer is merged into the answer of the RPC, in the JSON form of its message.
	Answer json.RawMessage `json:"answer"`
	// State changes attributes of the state in the answer; {"unknown": true} makes one unknown.
	State map[string]json.RawMessage `json:"state"`

	file string
}

// Point is a place that the provider passes and where an order may strike.
type Point struct {
	On, When, Type, Name, ID string
}

// Meet strikes the orders that match the point: those in the world and those given. Waiting and crashing
// happen here; orders that need the caller (fail, status, answer) are given back.
func (w *World) Meet(ctx context.Context, point Point, given []Order) ([]Order, error) {
	orders, err := w.armed(point)
	if err != nil {
		return nil, err
	}
	for _, order := range given {
		if order.matches(point) {
			orders = append(orders, order)
		}
	}
	for _, order := range orders {
		w.journal.Write(Line{Event: "order", Order: order.name(), RPC: point.On, Outcome: order.Do,
			Type: point.Type, ID: point.ID, Name: point.Name})
		if err := order.carryOut(ctx); err != nil {
			return nil, err
		}
	}
	return orders, nil
}

// Faults reads the argument faults of a resource: the key is an operation, optionally with ".after", the
// value an action and its text, such as {"create.after" = "fail no quota", read = "delay 2s"}.
func Faults(argument map[string]string) ([]Order, error) {
	var orders []Order
	for key, value := range argument {
		on, when, _ := strings.Cut(key, ".")
		do, text, _ := strings.Cut(value, " ")
		order := Order{On: on, When: when, Do: do, Times: -1, Message: text, Delay: text}
		if !slices.Contains([]string{"create", "read", "update", "delete"}, on) || !slices.Contains([]string{"", "before", "after"}, when) {
			return nil, fmt.Errorf("the fault %q is not an operation (create, read, update, delete), optionally with .before or .after", key)
		}
		orders = append(orders, order)
	}
	return orders, nil
}

func (w *World) armed(point Point) ([]Order, error) {
	if !w.IsReal() {
		return nil, nil
	}
	entries, err := os.ReadDir(filepath.Join(w.dir, "orders"))
	if err != nil {
		return nil, err
	}
	var armed []Order
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".json") {
			continue
		}
		order, err := readOrder(filepath.Join(w.dir, "orders", entry.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if order.matches(point) && order.isDue(order.count()) {
			armed = append(armed, order)
		}
	}
	return armed, nil
}

func readOrder(file string) (Order, error) {
	order := Order{file: file}
	text, err := os.ReadFile(file)
	if err != nil {
		return order, err
	}
	if err := json.Unmarshal(text, &order); err != nil {
		return order, fmt.Errorf("the order in %s: %w", file, err)
	}
	return order, nil
}

func (o Order) matches(point Point) bool {
	when := o.When
	if when == "" {
		when = "before"
	}
	return o.On == point.On && when == point.When &&
		(o.Type == "" || o.Type == point.Type) &&
		(o.Name == "" || o.Name == point.Name) &&
		(o.ID == "" || o.ID == point.ID)
}

func (o Order) isDue(match int) bool {
	switch o.Times {
	case -1:
		return match > o.Skip
	case 0:
		return match == o.Skip+1
	default:
		return match > o.Skip && match <= o.Skip+o.Times
	}
}

// count tells the how-many-eth match this is, over all processes.
func (o Order) count() int {
	counter, err := os.OpenFile(strings.TrimSuffix(o.file, ".json")+".count", os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		panic(err)
	}
	defer counter.Close()
	if err := syscall.Flock(int(counter.Fd()), syscall.LOCK_EX); err != nil {
		panic(err)
	}
	var text [20]byte
	length, _ := counter.ReadAt(text[:], 0)
	matches, _ := strconv.Atoi(string(text[:length]))
	matches++
	if _, err := counter.WriteAt([]byte(strconv.Itoa(matches)), 0); err != nil {
		panic(err)
	}
	return matches
}

func (o Order) name() string {
	if o.file == "" {
		return "faults"
	}
	return strings.TrimSuffix(filepath.Base(o.file), ".json")
}

func (o Order) carryOut(ctx context.Context) error {
	switch o.Do {
	case "crash":
		os.Exit(o.exitStatus())
	case "panic":
		// In a goroutine of its own, where no interceptor can recover it.
		go panic("the provider panics, as ordered: " + o.Message)
		select {}
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "hang":
		select {}
	case "hold":
		return o.hold(ctx)
	case "delay":
		return o.delay(ctx)
	case "print":
		return o.print()
	case "fail", "status", "answer":
		return nil
	default:
		return fmt.Errorf("the order %s does %q, which is nothing this provider knows", o.name(), o.Do)
	}
	return nil
}

func (o Order) exitStatus() int {
	if o.Exit == 0 {
		return 3
	}
	return o.Exit
}

// hold waits until the file of the order is taken away, or the host stops the provider.
func (o Order) hold(ctx context.Context) error {
	for {
		if _, err := os.Stat(o.file); err != nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (o Order) delay(ctx context.Context) error {
	duration, err := time.ParseDuration(o.Delay)
	if err != nil {
		return fmt.Errorf("the order %s: %w", o.name(), err)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(duration):
		return nil
	}
}

func (o Order) print() error {
	text := o.Message + "\n"
	if o.Bytes > len(text) {
		text = strings.Repeat(text, o.Bytes/len(text)+1)[:o.Bytes]
	}
	switch o.To {
	case "stdout":
		_, err := os.Stdout.WriteString(text)
		return err
	case "", "stderr":
		_, err := os.Stderr.WriteString(text)
		return err
	case "fd1":
		_, err := syscall.Write(1, []byte(text))
		return err
	case "fd2":
		_, err := syscall.Write(2, []byte(text))
		return err
	default:
		return fmt.Errorf("the order %s prints to %q; it must be stdout, stderr, fd1 or fd2", o.name(), o.To)
	}
}
