// The API as a page to read: one file without scripts or anything from elsewhere, light and dark.
import type { JsonSchema, OpenApi, Operation, Response } from '@wayfare/contract/openapi-types'
import { escapeHtml } from './html.ts'

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9dfdb, #33403a); --soft: light-dark(#f4f7f5, #18211c); --text: light-dark(#17211b, #e4ebe6);
  --dim: light-dark(#55635b, #9fb0a6); --accent: light-dark(#0b6b43, #6fd3a3) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #101713) }
a { color: var(--accent) }
.skip { position: absolute; left: -99rem } .skip:focus { left: 1rem; top: 1rem }
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-inline-end: 1px solid var(--line); font-size: .9rem }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0 } nav li { margin: .15rem 0 } nav strong { text-transform: capitalize }
nav a { text-decoration: none; color: var(--dim) } nav a:hover, nav a:focus { color: var(--accent); text-decoration: underline }
main { padding: 1.5rem 2rem 6rem } h1 { margin-top: 0 } h2 { text-transform: capitalize; margin-top: 3rem } p.lead { white-space: pre-line; max-width: 60rem }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; background: var(--soft) }
summary { padding: .7rem 1rem; cursor: pointer } summary code { font-weight: 600 }
summary span { color: var(--dim); display: block; margin-inline-start: 5.3rem }
.body { padding: 0 1rem 1rem; scroll-margin-top: 7rem } .method { display: inline-block; width: 4.2rem; font: 700 .8rem ui-monospace, monospace; color: var(--accent) }
table { border-collapse: collapse; width: 100%; font-size: .92rem } th, td { text-align: start; padding: .3rem .6rem .3rem 0; vertical-align: top; border-top: 1px solid var(--line) }
pre, code { font: .86rem/1.5 ui-monospace, monospace } pre { overflow: auto; padding: .8rem; border: 1px solid var(--line); border-radius: .4rem; background: light-dark(#fff, #101713) }
h4 { margin: 1rem 0 .3rem } .dim { color: var(--dim) }
@media (max-width: 50rem) { .frame { grid-template-columns: minmax(0, 1fr) } nav { position: static; height: 40vh; border: 0; border-bottom: 1px solid var(--line) } main { padding: 1rem } summary span { margin: 0 } }
`

/** Words between backticks are code. */
const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref

const literal = (value: unknown): string => JSON.stringify(value)

const plainType = (schema: JsonSchema): string => {
  const types = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything')
  const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern']
    .filter((name) => schema[name] !== undefined)
    .map((name) => `${name} ${String(schema[name])}`)
  const fallback = schema.default === undefined ? [] : [`default ${literal(schema.default)}`]
  const notes = [...limits, ...fallback].join(', ')
  return notes === '' ? types : `${types} (${notes})`
}

const objectType = (schema: JsonSchema, indent: string): string => {
  const required = new Set(schema.required ?? [])
  const lines = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => `${indent}  ${name}${required.has(name) ? '' : '?'}: ${typeText(inner, `${indent}  `)}`,
  )
  if (lines.length === 0) return schema['additionalProperties'] ? '{ any name: value }' : '{}'
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** A schema as a few lines that people read as they read a type. */
const typeText = (schema: JsonSchema, indent = ''): string => {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeText(choice, indent)).join(' | ')
  if (schema.type === 'array') return schema.items ? `list of ${typeText(schema.items, indent)}` : 'list'
  if (schema.type === 'object' || schema.properties) return objectType(schema, indent)
  return plainType(schema)
}

/** The names in a type's text lead to their own place on the page. */
const linked = (text: string, names: ReadonlySet<string>): string =>
  escapeHtml(text).replaceAll(/\b[A-Z][A-Za-z]+\b/g, (word) => (names.has(word) ? `<a href="#${word}">${word}</a>` : word))

const accessText = (operation: Operation): string => {
  const access = operation['x-access']
  if (access === 'public') return 'Anyone'
  return access === 'signedIn' ? 'Anyone who is signed in' : `Only ${access.join(', ')}`
}

const anchorOf = (operation: Operation): string => operation.operationId.replace('.', '-')

const parametersOf = ({ parameters = [] }: Operation, names: ReadonlySet<string>): string => {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td><code>${linked(typeText(schema), names)}</code></td></tr>`,
  )
  return `<h4>Parameters</h4><table><thead><tr><th>Name</th><th>Where</th><th>What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const block = (title: string, schema: JsonSchema, names: ReadonlySet<string>): string =>
  `<h4>${title}</h4><pre tabindex="0">${linked(typeText(schema), names)}</pre>`

/** A body or an answer: its shape where it is JSON, else the types it may have. */
const contentOf = (
  title: string,
  part: { content?: Response['content']; description?: string } | undefined,
  names: ReadonlySet<string>,
) => {
  const types = Object.keys(part?.content ?? {})
  if (types.length === 0) return ''
  const schema = part?.content?.['application/json']?.schema
  if (schema) return block(title, schema, names)
  return `<h4>${title}</h4><p>${escapeHtml(part?.description ?? '')} ${types.map((type) => `<code>${escapeHtml(type)}</code>`).join(', ')}</p>`
}

const refusalsOf = ({ responses }: Operation): string => {
  const rows = Object.entries(responses)
    .filter(([, { 'x-keys': keys }]) => keys)
    .map(
      ([status, { 'x-keys': keys = [] }]) =>
        `<tr><td>${status}</td><td>${keys.map((key) => `<code>${key}</code>`).join(', ')}</td></tr>`,
    )
  if (rows.length === 0) return ''
  return `<h4>Refusals</h4><table><thead><tr><th>Status</th><th>Keys</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** What a link leads to lies within, so that the browser opens it. */
const operationHtml = (place: { path: string; method: string }, operation: Operation, names: ReadonlySet<string>): string => {
  const limit = operation['x-per-minute'] > 0 ? `, at most ${operation['x-per-minute']} times a minute` : ''
  return `<details><summary><b class="method">${place.method.toUpperCase()}</b><code>/api${escapeHtml(place.path)}</code>
<span>${prose(operation.summary)}</span></summary><div class="body" id="${anchorOf(operation)}"><p class="dim">${accessText(operation)}${limit}. Verb <code>${operation.operationId}</code>.</p>
${parametersOf(operation, names)}${contentOf('Body', operation.requestBody, names)}
${contentOf('Answer', operation.responses['200'], names)}${refusalsOf(operation)}</div></details>`
}

type Entry = { path: string; method: string; operation: Operation }

const entriesOf = (document: OpenApi): Entry[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

export const renderDocsPage = (document: OpenApi, nonce: string): string => {
  const names = new Set(Object.keys(document.components.schemas))
  const entries = entriesOf(document)
  const ofTag = (tag: string): Entry[] => entries.filter(({ operation }) => operation.tags.includes(tag))
  const links = document.tags.map(
    ({ name }) =>
      `<strong>${name}</strong><ul>${ofTag(name)
        .map(({ operation }) => `<li><a href="#${anchorOf(operation)}">${operation.operationId}</a></li>`)
        .join('')}</ul>`,
  )
  const sections = document.tags.map(
    ({ name }) =>
      `<h2>${name}</h2>${ofTag(name)
        .map(({ operation, ...place }) => operationHtml(place, operation, names))
        .join('')}`,
  )
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${name}</code></summary><div class="body" id="${name}"><pre tabindex="0">${linked(typeText(schema), names)}</pre></div></details>`,
  )
  const { title, description } = document.info
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} API</title><style nonce="${nonce}">${style}</style></head><body>
<a class="skip" href="#main">To the content</a><div class="frame"><nav aria-label="Endpoints">${links.join('')}<a href="#shapes">Shapes</a></nav>
<main id="main"><h1>${escapeHtml(title)} API</h1><p class="lead">${escapeHtml(description)}</p><p>For machines: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('')}<h2 id="shapes">Shapes</h2>${shapes.join('')}</main></div></body></html>`
}
