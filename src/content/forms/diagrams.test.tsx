import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import { parseMdc } from '../mdc/parse.ts'
import { Prose } from '../render/prose.tsx'
import { drawForms } from './draw-forms.ts'
import type { FormProblem } from './form-problem.ts'

async function shown(...sources: string[]) {
  const problems: FormProblem[] = []
  const source = sources.map((each) => `\`\`\`mermaid\n${each}\n\`\`\``).join('\n\n')
  const body = await drawForms(parseMdc(source).body, (problem) => problems.push(problem))
  const html = renderToStaticMarkup(
    <LocaleProvider locale="en">
      <Prose body={body} />
    </LocaleProvider>,
  )
  return { html, problems }
}

const kinds = {
  flowchart:
    'flowchart LR\n  accTitle: The way\n  A[Begin] -->|yes| B{Choice}\n  subgraph one\n  B --> C((End))\n  end',
  state: 'stateDiagram-v2\n  [*] --> Idle\n  Idle --> Busy: begin',
  sequence: 'sequenceDiagram\n  Ann->>Bob: Begin\n  Bob-->>Ann: Done\n  Note over Ann,Bob: A note',
  class: 'classDiagram\n  Animal <|-- Dog\n  Animal : +int age',
  entity: 'erDiagram\n  USER ||--o{ ORDER : places\n  USER {\n  int id PK\n  }',
}

test.each(Object.entries(kinds))('a %s is drawn, named, and keeps its source', async (_, source) => {
  const { html, problems } = await shown(source)
  expect(problems).toEqual([])
  expect(html).toMatch(/<div role="img" aria-label="Diagram(: The way)?"><svg [^>]*viewBox="0 0 /)
  expect(html).toContain('<summary>Source of the diagram</summary><figure class="code-block">')
  expect(html).not.toMatch(/<style|\sstyle=|<script|https?:\/\/fonts|data-id/)
})

test('what a diagram asks of its renderer, before its kind or between its lines, is no part of it', async () => {
  const asked =
    "%%{init: {'theme':'neutral'}}%%\n\nsequenceDiagram\n  %%{ init: {\n    'sequence': {}\n  } }%%\n  A->>B: Go"
  const { html, problems } = await shown(asked)
  expect(problems).toEqual([])
  expect(html).toContain('role="img"')
})

test('every colour of a drawing is one that the site gives it', async () => {
  const css = await Bun.file(join(import.meta.dir, '../render/forms/diagram.css')).text()
  const { html } = await shown(...Object.values(kinds))
  const used = new Set(Array.from(html.matchAll(/var\((--[\w-]+)/g), ([, name]) => name ?? ''))
  expect(used.size).toBeGreaterThan(5)
  expect([...used].filter((name) => !css.includes(`${name}:`))).toEqual([])
})

test('several diagrams of a page have parts of different names', async () => {
  const { html } = await shown(kinds.flowchart, kinds.flowchart)
  const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(ids.length)
  expect(html).toContain('url(#diagram-2-arrowhead)')
})

test('what cannot be drawn stays code, and is told of', async () => {
  const chart = 'xychart-beta\n  x-axis [a, b]\n  bar [1, 2]'
  const { html, problems } = await shown(
    'pie title Pets\n  "Dogs" : 10',
    chart,
    `flowchart LR\n${'  A --> B\n'.repeat(300)}`,
  )
  expect(html.match(/<figure class="code-block">/g)).toHaveLength(3)
  expect(html).not.toContain('<svg viewBox="0 0 1')
  expect(problems.map(({ kind }) => kind)).toEqual(['diagram', 'diagram', 'diagram'])
})

test('fifty diagrams of a page are drawn, and none of more than 10,000 characters or 300 lines', async () => {
  const { html, problems } = await shown(...Array.from({ length: 52 }, () => 'flowchart LR\n  A --> B'))
  expect(html.match(/role="img" aria-label="Diagram/g)).toHaveLength(50)
  expect(problems.map(({ message }) => message)).toEqual(['the page has too many'])
  const long = await shown(`flowchart LR\n  A["${'a'.repeat(10_000)}"]`, `flowchart LR\n${'  A --> B\n'.repeat(300)}`)
  expect(long.problems.map(({ message }) => message)).toEqual(['it is too large', 'it is too large'])
}, 60_000)

test('a diagram brings nothing that acts or is loaded', async () => {
  const { html } = await shown(
    'flowchart LR\n  A["<script>alert(1)</script><img src=x onerror=y>"] --> B\n  click A href "javascript:alert(1)"\n  style A fill:url(https://evil.test/a),stroke:red',
  )
  expect(html.replace(/<details>.*<\/details>/s, '')).not.toMatch(/<script|<img|javascript:|evil\.test|onerror=y>/)
})
