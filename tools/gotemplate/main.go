// Command gotemplate evaluates Go templates as Argo CD's ApplicationSet controller does: a batch of requests in JSON on
// standard input becomes a batch of answers on standard output, each text or error beside the id that it was asked by.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/template"
)

// Version is raised whenever the same template and values may give another text than before.
const version = "v1.0.0"

// No text of an ApplicationSet is larger: etcd takes no object of two megabytes.
const largestText = 2 << 20

type request struct {
	Templates []struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	} `json:"templates"`
	Values  map[string]any `json:"values"`
	Options []string       `json:"options"`
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
	if err := run(os.Stdin, os.Stdout); err != nil {
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
		for _, one := range asked.Templates {
			text, err := evaluate(one.Text, asked.Values, asked.Options)
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

// The controller calls its base template so, and its messages quote the name.
var base = template.New("base").Funcs(functions())

func evaluate(text string, values map[string]any, options []string) (result string, err error) {
	// An option that does not exist panics.
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%v", cause)
		}
	}()
	one, err := base.Clone()
	if err != nil {
		return "", err
	}
	for _, option := range options {
		one = one.Option(option)
	}
	parsed, err := one.Parse(text)
	if err != nil {
		return "", err
	}
	written := limited{}
	if err := parsed.Execute(&written, values); err != nil {
		return "", err
	}
	return written.String(), nil
}

type limited struct{ strings.Builder }

func (l *limited) Write(part []byte) (int, error) {
	if l.Len()+len(part) > largestText {
		return 0, errors.New("the text is larger than any object may be")
	}
	return l.Builder.Write(part)
}
