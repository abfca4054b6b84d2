package main

import (
	"text/template"

	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"
)

// What values of a bundle may call: fleet v0.15, internal/cmd/controller/target/builder.go. In YAML braces mean
// something else, so they stand between `${` and `}`.
func fleetBase() *template.Template {
	functions := sprig.TxtFuncMap()
	// Fleet has the last one, which tells what the controller's network knows.
	for _, name := range []string{"env", "expandenv", "getHostByName"} {
		delete(functions, name)
	}
	return template.New("values").Funcs(functions).Delims("${", "}")
}

func toDocument(text string) (string, error) {
	written, err := yaml.JSONToYAML([]byte(text))
	return string(written), err
}

func fromDocument(text string) (string, error) {
	written, err := yaml.YAMLToJSON([]byte(text))
	return string(written), err
}
