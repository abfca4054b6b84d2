// Command gotemplate evaluates Go templates as Argo CD's ApplicationSet controller does, or Fleet's: a batch of requests in JSON on
// standard input becomes a batch of answers on standard output, each text or error beside the id that it was asked by.
// `gotemplate globs` matches globs as Argo CD does.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/template"
)

// Version is raised whenever the same template and values may give another text than before.
const version = "v1.2.0"

// No text of an ApplicationSet is larger: etcd takes no object of two megabytes.
const largestText = 2 << 20

type request struct {
	Templates []struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	} `json:"templates"`
	Values   map[string]any `json:"values"`
	TextMaps [][]string     `json:"textMaps"`
	Options  []string       `json:"options"`
	// Empty for an ApplicationSet, or "fleet".
	Dialect string `json:"dialect"`
	// Each text is JSON that is evaluated as YAML, and the answer is JSON again.
	Documents bool `json:"documents"`
}

type answer struct {
	ID    string  `json:"id"`
	Text  *string `json:"text,omitempty"`
	Error *string `json:"error,omitempty"`
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "version" {
		fmt.Println(version)
		return
	}
	work := run
	if len(os.Args) == 2 && os.Args[1] == "globs" {
		work = matchGlobs
	}
	if err := work(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	var requests []request
	if err := json.NewDecoder(in).Decode(&requests); err != nil {
		return fmt.Errorf("the request is no list of template requests: %w", err)
	}
	answers := make([][]answer, 0, len(requests))
	for _, asked := range requests {
		answered := make([]answer, 0, len(asked.Templates))
		for _, path := range asked.TextMaps {
			if err := makeTextMap(asked.Values, path); err != nil {
				return err
			}
		}
		for _, one := range asked.Templates {
			text, err := asked.evaluate(one.Text)
			if err != nil {
				message := err.Error()
				answered = append(answered, answer{ID: one.ID, Error: &message})
			} else {
				answered = append(answered, answer{ID: one.ID, Text: &text})
			}
		}
		answers = append(answers, answered)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(answers)
}

// The controllers call their templates so, and their messages quote the names.
var bases = map[string]*template.Template{
	"":      template.New("base").Funcs(functions()),
	"fleet": fleetBase(),
}

func (r request) evaluate(text string) (result string, err error) {
	// An option that does not exist panics.
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%v", cause)
		}
	}()
	base, known := bases[r.Dialect]
	if !known {
		return "", fmt.Errorf("there is no dialect %q", r.Dialect)
	}
	one, err := base.Clone()
	if err != nil {
		return "", err
	}
	for _, option := range r.Options {
		one = one.Option(option)
	}
	if r.Documents {
		if text, err = toDocument(text); err != nil {
			return "", err
		}
	}
	parsed, err := one.Parse(text)
	if err != nil {
		return "", err
	}
	written := limited{}
	if err := parsed.Execute(&written, r.Values); err != nil {
		return "", err
	}
	if r.Documents {
		return fromDocument(written.String())
	}
	return written.String(), nil
}

// What the controller holds as map[string]string: functions that want a map[string]any refuse it.
func makeTextMap(values any, path []string) error {
	if len(path) == 0 {
		return errors.New("a map of texts has no path")
	}
	parent, key := values, path[len(path)-1]
	for _, part := range path[:len(path)-1] {
		switch inside := parent.(type) {
		case map[string]any:
			parent = inside[part]
		case []any:
			index, err := strconv.Atoi(part)
			if err != nil || index < 0 || index >= len(inside) {
				return fmt.Errorf("no item %q is there", part)
			}
			parent = inside[index]
		}
	}
	holder, isMap := parent.(map[string]any)
	given, isMapToo := holder[key].(map[string]any)
	if !isMap || !isMapToo {
		return fmt.Errorf("no map is at %q", strings.Join(path, "."))
	}
	texts := make(map[string]string, len(given))
	for name, value := range given {
		text, isText := value.(string)
		if !isText {
			return fmt.Errorf("the map at %q does not hold texts alone", strings.Join(path, "."))
		}
		texts[name] = text
	}
	holder[key] = texts
	return nil
}

type limited struct{ strings.Builder }

func (l *limited) Write(part []byte) (int, error) {
	if l.Len()+len(part) > largestText {
		return 0, errors.New("the text is larger than any object may be")
	}
	return l.Builder.Write(part)
}
