// Command writer makes records, each with its status, as fast as the API server lets a client be.
//
//	writer KUBECONFIG RECORDS PARALLELISM
//
// KUBECONFIG is one in JSON whose user has a token. RECORDS has an object on each line, all of them ResourceInstances.
// So many at a time are created and then get their status. Prints how many there were, how many bytes the largest line
// has, and the seconds from the first request to the last answer, as JSON. Ends with 1 when a write fails, and makes no
// more then.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"
)

// figures are what was measured.
type figures struct {
	Records int     `json:"records"`
	Largest int     `json:"largestBytes"`
	Seconds float64 `json:"seconds"`
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: writer KUBECONFIG RECORDS PARALLELISM")
		os.Exit(2)
	}
	measured, err := measure(os.Args[1], os.Args[2], os.Args[3])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(measured)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "writer:", err)
		os.Exit(1)
	}
}

func measure(kubeconfig, file, parallelism string) (figures, error) {
	atOnce, err := strconv.Atoi(parallelism)
	if err != nil || atOnce < 1 || atOnce > 1000 {
		return figures{}, fmt.Errorf("PARALLELISM is a number from 1 to 1000, not %q", parallelism)
	}
	api, err := connect(kubeconfig)
	if err != nil {
		return figures{}, err
	}
	records, largest, err := read(file)
	if err != nil {
		return figures{}, err
	}
	began := time.Now()
	if err := api.writeAll(records, atOnce); err != nil {
		return figures{}, err
	}
	return figures{len(records), largest, time.Since(began).Seconds()}, nil
}
