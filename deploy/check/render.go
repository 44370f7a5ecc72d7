// Renders the templates of a chart like `helm template`, with Helm's template language and functions (sprig), on machines without Helm:
// `GO111MODULE=off GOPATH=/usr/share/gocode go run render.go CHART RELEASE VALUES.json`. The caller merges the chart's values with
// others into VALUES.json. Needs Debian's golang-go and golang-github-masterminds-sprig-dev.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"text/template"

	"github.com/Masterminds/sprig"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	chart, release := os.Args[1], os.Args[2]
	raw, err := os.ReadFile(os.Args[3])
	check(err)
	var given struct{ Chart, Values map[string]interface{} }
	check(json.Unmarshal(raw, &given))
	scope := map[string]interface{}{
		"Values":  given.Values,
		"Chart":   map[string]interface{}{"Name": given.Chart["name"], "AppVersion": given.Chart["appVersion"]},
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm"},
	}
	all := template.New("").Option("missingkey=error")
	all.Funcs(sprig.TxtFuncMap()).Funcs(template.FuncMap{
		"include": func(name string, scope interface{}) (string, error) {
			var text bytes.Buffer
			err := all.ExecuteTemplate(&text, name, scope)
			return text.String(), err
		},
	})
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	_, err = all.ParseFiles(files...)
	check(err)
	for _, file := range files {
		if filepath.Ext(file) != ".yaml" {
			continue
		}
		fmt.Println("---")
		check(all.ExecuteTemplate(os.Stdout, filepath.Base(file), scope))
	}
}
