// The bad provider: one program whose name says what it does wrong.
package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// behaviours before the protocol begins, and those of a server that starts well.
var behaviours = map[string]func(){
	// Nothing that a host could connect to.
	"garbage":       garbage,
	"exit-0":        func() { os.Exit(0) },
	"exit-1":        func() { fmt.Fprintln(os.Stderr, "Error: cannot start, as my name says"); os.Exit(1) },
	"hang":          func() { select {} },
	"not-a-plugin":  func() { fmt.Println("Usage: hello [NAME]"); os.Exit(2) },
	"core-version":  func() { announce("2|6|unix|%s|grpc|") },
	"protocol-4":    func() { announce("1|4|unix|%s|grpc|") },
	"protocol-7":    func() { announce("1|7|unix|%s|grpc|") },
	"few-fields":    func() { announce("1|6|unix") },
	"netrpc":        func() { announce("1|6|unix|%s|netrpc|") },
	"certificate":   func() { announce("1|6|unix|%s|grpc|" + strings.Repeat("this is no certificate ", 10)) },
	"other-key":     otherKey,
	"no-socket":     func() { announce("1|6|unix|/nonexistent/plugin.sock|grpc|") },
	"silent-socket": silentSocket,
	"dies":          func() { fmt.Println("1|6|unix|/nonexistent/plugin.sock|grpc|"); os.Exit(1) },

	// A server that works, after a bad start.
	"chatter":      func() { fmt.Println("Welcome!\nA newer version is available."); serve(server{}) },
	"stderr-flood": func() { flood(); serve(server{}) },

	// A server that answers badly.
	"huge-schema":  func() { serve(server{descriptionBytes: 65 << 20}) },
	"schema-error": func() { serve(server{schemaError: true}) },
	"bad-schema":   func() { serve(server{badSchema: true}) },
	"wrong-types":  func() { serve(server{wrongTypes: true}) },
	"json":         func() { serve(server{json: true}) },
	"unimplemented": func() {
		serve(server{}, "GetMetadata", "GetResourceIdentitySchemas", "UpgradeResourceIdentity", "GetFunctions", "StopProvider")
	},
}

// behaviour is what the environment says, or else the name of the program.
func behaviour() string {
	if chosen := os.Getenv("KEELSON_BAD"); chosen != "" {
		return chosen
	}
	name := regexp.MustCompile(`^terraform-provider-bad-(.*?)(_v.*)?$`).FindStringSubmatch(filepath.Base(os.Args[0]))
	if name == nil {
		return ""
	}
	return name[1]
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "list" {
		fmt.Println(strings.Join(slices.Sorted(maps.Keys(behaviours)), "\n"))
		return
	}
	behave := behaviours[behaviour()]
	if behave == nil {
		fmt.Fprintf(os.Stderr, "%s is not the name of a bad provider: terraform-provider-bad-BEHAVIOUR_vVERSION\n", os.Args[0])
		os.Exit(64)
	}
	behave()
}
