/** A rendered `diff` fence -> the same with its lines colored. */

const FENCE = /<pre><code class="language-diff">([\s\S]*?)<\/code><\/pre>/g;

function kindOf(line: string): string {
  if (/^(\+\+\+|---|@@|diff )/.test(line)) return 'hunk';
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith('!') ? 'changed' : 'same';
}

export function colored(html: string): string {
  return html.replaceAll(FENCE, (_, code: string) => {
    const lines = code.replace(/\n$/, '').split('\n');
    const rows = lines.map((line) => `<span class="line ${kindOf(line)}">${line === '' ? ' ' : line}</span>`);
    return `<pre class="diff"><code>${rows.join('')}</code></pre>`;
  });
}
