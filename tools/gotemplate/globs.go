package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/gobwas/glob"
)

type globRequest struct {
	Pattern string   `json:"pattern"`
	Texts   []string `json:"texts"`
}

// Which of the texts each pattern matches, by the library that Argo CD has for it, with its quirks: of a group with a
// star beside other text it finds some matches only. A pattern that does not compile matches nothing, as there; the
// answer to one that the library breaks at is null.
func matchGlobs(in io.Reader, out io.Writer) error {
	var requests []globRequest
	if err := json.NewDecoder(in).Decode(&requests); err != nil {
		return fmt.Errorf("the request is no list of globs: %w", err)
	}
	answers := make([][]bool, 0, len(requests))
	for _, asked := range requests {
		answers = append(answers, matching(asked))
	}
	return json.NewEncoder(out).Encode(answers)
}

func matching(asked globRequest) (answered []bool) {
	defer func() {
		if recover() != nil {
			answered = nil
		}
	}()
	compiled, err := glob.Compile(asked.Pattern)
	answered = make([]bool, len(asked.Texts))
	for index, text := range asked.Texts {
		answered[index] = err == nil && compiled.Match(text)
	}
	return answered
}
