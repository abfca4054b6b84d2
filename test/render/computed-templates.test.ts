import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computedIn } from '../../src/render/computed-templates.ts';

function isComputed(text: string, helpers = ''): boolean {
  return (
    computedIn(new Map(Object.entries({ 'templates/a.yaml': text, 'templates/_h.tpl': helpers }))).length > 0
  );
}

const relay =
  '{{- define "render" }}{{- $v := typeIs "string" .value | ternary .value (.value | toYaml) }}{{ tpl $v .context }}{{ end }}';
const plainRelay = '{{ define "render" }}{{ tpl .value .context }}{{ end }}';

test('a text that is put together for tpl cannot be known', () => {
  const built = [
    '{{ tpl (printf "{{ %sup }}" "look") . }}',
    '{{- $x := print "{{ look" "up }}" -}}{{ tpl $x . }}',
    '{{- $y := b64dec .Values.x -}}{{ $x := $y }}{{ tpl $x . }}',
    '{{ tpl (.Values.x | replace "A" "") . }}',
    '{{ tpl (default "{{ lookup }}" .Values.x) . }}',
    '{{ tpl "{{ lookup `v1` `Secret` `a` `b` }}" . }}',
    '{{ tpl (include "x" .) . }}',
    '{{ tpl (tpl .Values.x .) . }}',
    'x: "{{ tpl (printf \\"a\\") . }}"',
    `{{ $a := "${'a'.repeat(20_000)}" | tpl .Values.x }}`,
  ];
  for (const text of built) assert.ok(isComputed(text), text);
});

test('a helper that gives to tpl what it is given is looked at where it is called', () => {
  for (const text of ['(printf "{{ %sup }}" "look")', '"{{ lookup }}"']) {
    assert.ok(isComputed(`{{ include "render" (dict "value" ${text} "context" $) }}`, plainRelay), text);
  }
  const quiet = '{{ include "render" (dict "value" .Values.x "context" $) }}';
  assert.ok(!isComputed(quiet, relay));
  assert.ok(!isComputed(quiet, plainRelay));
});

test('values and files, which are looked at themselves, are quiet', () => {
  const quiet = [
    '{{ tpl .Values.x . }}',
    '{{ tpl (toYaml .Values.x) . | nindent 4 }}',
    '{{- tpl (.Values.x | default "none" | toString) $ }}',
    '{{ range $k, $v := .Values.x }}{{ tpl $v $ }}{{ tpl (toYaml $v) $ }}{{ end }}',
    '{{ range .Values.x }}{{ tpl . $ }}{{ tpl .name $ }}{{ end }}',
    '{{ tpl (.Files.Get "a.txt") . }}',
    '{{ tpl (.Files.Get (printf "files/%s" .Values.x)) . }}',
    '{{ range $p, $_ := .Files.Glob "f/*" }}{{ tpl ($.Files.Get $p) $ }}{{ end }}',
    '{{ printf "%s" .Values.tpl }}',
    '{{/* tpl (printf "a") . */}}',
  ];
  for (const text of quiet) assert.ok(!isComputed(text), text);
});
