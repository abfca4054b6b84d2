package main

import (
	"regexp"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	"github.com/gosimple/slug"
	"sigs.k8s.io/yaml"
)

// What templates of an ApplicationSet may call: argo-cd v3.5, applicationset/utils.
func functions() template.FuncMap {
	all := sprig.GenericFuncMap()
	// They would tell of the controller's machine.
	for _, name := range []string{"env", "expandenv", "getHostByName"} {
		delete(all, name)
	}
	all["normalize"] = normalize
	all["slugify"] = slugify
	all["toYaml"] = toYaml
	all["fromYaml"] = fromYaml
	all["fromYamlArray"] = fromYamlArray
	return all
}

const longestName = 253

var noNameCharacter = regexp.MustCompile("[^-a-z0-9.]")

// Cut by bytes before it is trimmed, as there.
func normalize(name string) string {
	clean := noNameCharacter.ReplaceAllString(strings.ToLower(name), "-")
	return strings.Trim(clean[:min(len(clean), longestName)], "-.")
}

// The name comes last, so that it can be piped in; before it the longest length, and whether only whole words are cut
// off. A value of another type panics, which the template reports as its error.
func slugify(arguments ...any) string {
	longest, wholeWords, name := 50, true, ""
	for index, argument := range arguments {
		switch index {
		case len(arguments) - 1:
			name = argument.(string)
		case 0:
			longest = argument.(int)
		case 1:
			wholeWords = argument.(bool)
		}
	}
	slug.MaxLength, slug.EnableSmartTruncate = longest, wholeWords
	return slug.Make(normalize(name))
}

func toYaml(value any) (string, error) {
	text, err := yaml.Marshal(value)
	return strings.TrimSuffix(string(text), "\n"), err
}

func fromYaml(text string) (map[string]any, error) {
	value := map[string]any{}
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return nil, err
	}
	return value, nil
}

func fromYamlArray(text string) ([]any, error) {
	value := []any{}
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return nil, err
	}
	return value, nil
}
