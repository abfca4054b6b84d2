import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { at } from '../../src/object/json.ts';
import { tarball } from '../source/tarball.ts';
import { chart, plan } from './helm-chart.ts';
import { declaredIn, openRenderers, renderersWith, succeeded } from './rendered.ts';

for (const major of [3, 4] as const) {
  const renderers = await openRenderers();
  describe(`What Helm ${String(major)} would take from the cluster, the clock or chance`, () => {
    test('lookup is a gap that names the template, also in a packed dependency', async () => {
      const template =
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {found: "{{ len (lookup "v1" "Secret" "a" "b") }}"}\n';
      const packed = tarball([
        { name: 'db/Chart.yaml', content: 'apiVersion: v2\nname: db\nversion: 1.0.0\n' },
        { name: 'db/templates/l.yaml', content: template },
      ]);
      const files = chart(
        {
          'b.yaml':
            'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b, annotations: {lookup: "{{ .Values.lookup }}"}}\n',
        },
        { 'charts/shop/charts/db-1.0.0.tgz': packed },
      );
      const rendered = await succeeded(renderers, { files, plan: plan(major) });
      assert.deepEqual(
        rendered.gaps.map(({ kind, object, why }) => [kind, object, why]),
        [
          [
            'live-value-needed',
            undefined,
            'charts/shop/charts/db-1.0.0.tgz: db/templates/l.yaml may ask the cluster for live objects (lookup), and was rendered as if there were none',
          ],
        ],
      );
      assert.deepEqual([...declaredIn(rendered)].sort(), [
        'ConfigMap/a @ charts/shop/charts/db-1.0.0.tgz:1',
        'ConfigMap/b @ charts/shop/templates/b.yaml:1',
      ]);
    });

    test('lookup is a gap also in a file that a template evaluates', async () => {
      const asked = 'found: "{{ len (lookup "v1" "Secret" "a" "b") }}"\n';
      const files = chart(
        {
          'a.yaml':
            'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n{{ tpl (.Files.Get "files/a.tpl") . | indent 2 }}\n',
        },
        { 'charts/shop/files/a.tpl': asked },
      );
      const { gaps } = await succeeded(renderers, { files, plan: plan(major) });
      assert.deepEqual(
        gaps.map(({ kind }) => kind),
        ['live-value-needed'],
      );
      assert.match(gaps[0]?.why ?? '', /^charts\/shop\/files\/a\.tpl may ask the cluster/u);
    });

    test('a template that is built at render time is a gap', async () => {
      const built = '{{ tpl (printf "{{ %sup `v1` `Secret` `a` `b` | len }}" "look") . }}';
      const files = chart({
        'a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {found: '${built}'}\n`,
      });
      const { gaps } = await succeeded(renderers, { files, plan: plan(major) });
      assert.deepEqual(
        gaps.map(({ kind, why }) => [kind, why]),
        [
          [
            'live-value-needed',
            'charts/shop/templates/a.yaml evaluates a template that is built at render time (tpl), so what it uses cannot be known',
          ],
        ],
      );
    });

    test('what chance and the clock write is steady, and a gap of its object', async () => {
      const files = chart({
        'a.yaml': `{{- $p := randAlphaNum 20 }}
apiVersion: v1
kind: Secret
metadata:
  name: db-{{ randAlphaNum 5 | lower }}
  annotations: {sum: "{{ $p | sha256sum }}", at: "{{ now | unixEpoch }}", stays: "yes {{ .Release.Name }}"}
data:
  password: {{ $p | b64enc }}
  user: YWRtaW4=
`,
        'b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n',
      });
      const one = await succeeded(renderersWith(renderers.run), { files, plan: plan(major) });
      const two = await succeeded(renderersWith(renderers.run), { files, plan: plan(major) });
      assert.equal(one.digest, two.digest);
      assert.deepEqual(one.gaps, two.gaps);
      assert.equal(one.gaps.length, 1);
      assert.equal(one.gaps[0]?.kind, 'live-value-needed');
      assert.match(
        one.gaps[0].why,
        /\.metadata\.name, \.metadata\.annotations\.sum, .*\.at, \.data\.password|\.data\.password/u,
      );
      const secret = one.declared.find(({ object }) => object.kind === 'Secret')?.object;
      assert.match(secret?.metadata.name ?? '', /^db-[a-f0-9]{5}$/u);
      assert.equal(at(secret, 'metadata', 'annotations', 'stays'), 'yes shop');
    });

    test('the date of the render is a gap even when two renders on one day agree', async () => {
      const files = chart({
        'a.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {on: "{{ now | date "2006" }}"}\n',
      });
      const rendered = await succeeded(renderers, { files, plan: plan(major) });
      assert.equal(rendered.gaps.length, 1);
      assert.match(
        rendered.gaps[0]?.why ?? '',
        /charts\/shop\/templates\/a\.yaml may write the date of the render/u,
      );
    });

    test('a chart cannot look up names', async () => {
      const files = chart({
        'a.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {ip: "{{ getHostByName "localhost" }}"}\n',
      });
      const rendered = await succeeded(renderers, { files, plan: plan(major) });
      assert.deepEqual(rendered.declared[0]?.object['data'], { ip: '' });
    });
  });
}
