/** The readable API page, made from the endpoints: no script, no framework. */
import type { Endpoint } from '@baari/contract/endpoint.ts';
import { endpoints } from '@baari/contract/endpoints.ts';
import { streamPath } from '@baari/contract/events.ts';
import { identityCalls } from '@baari/contract/account/identity.ts';
import { refusals } from '@baari/contract/refusals.ts';
import { z } from 'zod';
import { escapeHtml } from '../platform/messages/mail.html.ts';

export function apiPage(): string {
  const all = Object.entries(endpoints);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Baari API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>Baari API</h1>
<p>All paths are below <code>/api</code>; bodies are JSON. Sign in below <code>/api/identity</code>,
take a token from <code>/api/identity/token</code> and send it as
<code>Authorization: Bearer …</code>. Every refusal is
<code>{error, details, code}</code>. A write with an <code>Idempotency-Key</code> header has one
effect however often it is sent. The same as a document for programs:
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Endpoints"><ul>${all.map(([name, each]) => contentsLine(name, each)).join('')}</ul></nav>
${all.map(([name, each]) => section(name, each)).join('\n')}
<section id="live"><h2><b>GET</b> ${escapeHtml(streamPath)}</h2>
<p>The live stream (<code>text/event-stream</code>): each event is a data line with JSON
<code>{type, data}</code>, ended by a blank line. Come back with <code>Last-Event-ID</code> and
nothing is missed; a <code>reset</code> event says to read everything again.</p></section>
<section id="identity"><h2>Identity</h2><ul>${Object.values(identityCalls)
    .map((call) => `<li><b>${call.method}</b> <code>/identity${escapeHtml(call.path)}</code></li>`)
    .join('')}</ul></section>
<section id="refusals"><h2>Refusals</h2><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${Object.entries(refusals)
  .map(
    ([code, { status, error }]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(error)}</td></tr>`,
  )
  .join('\n')}
</tbody></table></section>
</main>
</body>
</html>`;
}

function contentsLine(name: string, { method, path }: Endpoint): string {
  return `<li><a href="#${name}"><b>${method}</b> ${escapeHtml(path)}</a></li>`;
}

function section(name: string, each: Endpoint): string {
  const who =
    typeof each.access === 'string' ? each.access : each.access.map(escapeHtml).join(', ');
  return `<section id="${name}">
<h2><b>${each.method}</b> ${escapeHtml(each.path)}</h2>
<p>${escapeHtml(each.summary)}.</p>
<dl><dt>Who</dt><dd>${who}</dd><dt>Rows</dt><dd>${each.rows.join(', ')}</dd>
${each.problems.length === 0 ? '' : `<dt>Refuses</dt><dd>${each.problems.map((code) => `<code>${code}</code>`).join(' ')}</dd>`}</dl>
${schemaBlock('Query', each.query, 'input')}${schemaBlock('Body', each.body, 'input')}${schemaBlock('Answer', each.reply, 'output')}
</section>`;
}

function schemaBlock(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (schema === undefined) return '';
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(json, null, 2))}</pre></details>`;
}

export const apiPageStyle = `
:root { color-scheme: light dark; --ink: #12302f; --line: #d3dedd; --soft: #f3f7f7; --teal: #0f766e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3efee; --line: #2c4241; --soft: #14211f; --teal: #5eead4; }
  body { background: #0c1514; }
}
body { margin: 0; color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 2rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
b { color: var(--teal); }
a { color: inherit; }
nav ul { columns: 20rem; padding: 0; list-style: none; font: 0.85rem/1.9 ui-monospace, monospace; }
section { border-top: 1px solid var(--line); padding: 1.25rem 0; }
dl { display: grid; grid-template-columns: 5rem 1fr; gap: 0.25rem 1rem; margin: 0.5rem 0; }
dd { margin: 0; }
details { margin: 0.25rem 0; }
summary { cursor: pointer; min-height: 24px; }
pre { background: var(--soft); padding: 0.75rem; border-radius: 8px; overflow: auto; font-size: 0.8rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: 0.35rem 0.5rem; border-bottom: 1px solid var(--line); }
`;
