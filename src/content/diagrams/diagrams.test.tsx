import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import { parseMdc } from '../mdc/parse.ts'
import { Prose } from '../render/prose.tsx'
import { drawDiagrams } from './draw-diagrams.ts'
import type { DiagramProblem } from './formulas.ts'

async function shown(...sources: string[]) {
  const problems: DiagramProblem[] = []
  const source = sources.map((each) => `\`\`\`mermaid\n${each}\n\`\`\``).join('\n\n')
  const body = await drawDiagrams(parseMdc(source).body, (problem) => problems.push(problem))
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

test.each(Object.entries(kinds))('a %s diagram is drawn, labeled and keeps its source', async (_, source) => {
  const { html, problems } = await shown(source)
  expect(problems).toEqual([])
  expect(html).toMatch(/<div role="img" aria-label="Diagram(: The way)?"><svg [^>]*viewBox="0 0 /)
  expect(html).toContain('<summary>Diagram source</summary><figure class="code-block">')
  expect(html).not.toMatch(/<style|\sstyle=|<script|https?:\/\/fonts|data-id/)
})

/** Returns the texts of a drawing and the number of lines between them */
function drawing(html: string) {
  const svg = html.replace(/<details>.*<\/details>/s, '')
  return {
    words: Array.from(svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs), ([, text = '']) =>
      text.replace(/<[^>]*>/g, ''),
    ).sort(),
    lines: svg.match(/<polyline class="edge"/g)?.length ?? 0,
  }
}

test.each([
  ['A-->B', ['A', 'B'], 1],
  ['A-->B-->C;C-->D;', ['A', 'B', 'C', 'D'], 3],
  ['my-node-->B.c', ['B.c', 'my-node'], 1],
  ['A---B\nB==>C\nC-.->D\nD<-->E\nE ----> F', ['A', 'B', 'C', 'D', 'E', 'F'], 5],
  ['A--yes-->B\nA-- "no | never" -->C\nA-->|"if (x)"|D', ['A', 'B', 'C', 'D', 'if (x)', 'no | never', 'yes'], 3],
  ['Начало-->Конец', ['Конец', 'Начало'], 1],
  ['A --> B\nB[Told later]', ['A', 'Told later'], 1],
  ['A["list[0]"] --> B("call()")', ['call()', 'list[0]'], 1],
  ['A[one<br/>two] --> B["x<br />y"]\nB -->|<b>so</b>| A', ['onetwo', 'so', 'xy'], 2],
  ['A[a#quot;b] --> B %% why', ['B', 'a&quot;b'], 1],
  ['subgraph Первая\nA-->B\nend\nsubgraph Вторая\nC-->D\nend', ['A', 'B', 'C', 'D', 'Вторая', 'Первая'], 2],
  ['Начало-->B:::hot\nclassDef hot fill:red\nclass Начало hot\nlinkStyle 0 stroke:red', ['B', 'Начало'], 1],
])('a flowchart is drawn as written: %s', async (source, words, lines) => {
  const { html, problems } = await shown(`graph LR\n${source}`)
  expect(problems).toEqual([])
  expect(drawing(html)).toEqual({ words, lines })
})

test('a flowchart that is not fully understood is shown as source and reported by line', async () => {
  const unread = [
    'A --o B',
    'A ~~~ B',
    'A@{ shape: rect } --> B',
    'subgraph one\nB --> C\nend\nA --> one',
    'subgraph a\nA',
  ]
  const { html, problems } = await shown(...unread.map((source) => `flowchart TD\n${source}`))
  expect(html).not.toContain('role="img"')
  expect(
    problems.map(({ message, source, position }) => [message, source.slice(0, position).split('\n').length]),
  ).toEqual([
    ['"A --o B" is not supported or not valid', 2],
    ['"A ~~~ B" is not supported or not valid', 2],
    ['"A@{ shape: rect } --> B" is not supported or not valid', 2],
    ['an arrow to a subgraph cannot be drawn', 2],
    ['a subgraph is not closed', 1],
  ])
})

test('a short source cannot cause a drawing with thousands of arrows', async () => {
  const all = (name: string) => Array.from({ length: 60 }, (_, at) => name + at).join(' & ')
  const { problems } = await shown(`graph TD\n${all('A')} --> ${all('B')}`)
  expect(problems.map(({ message }) => message)).toEqual(['it is too large'])
})

test('a short source cannot cause a drawing with thousands of nodes', async () => {
  const names = Array.from({ length: 301 }, (_, at) => `A${at}`)
  const { problems } = await shown(`graph TD\n${names.join(';')}`)
  expect(problems.map(({ message }) => message)).toEqual(['it is too large'])
})

test.each([
  ['sequenceDiagram\na->>', 'b'],
  ['sequenceDiagram\nnote over', 'a'],
  ['classDiagram\nclass a {\nb()', '('],
  ['flowchart LR\nA', '!'],
])('a long run of blanks counts as one: %s', async (begin, end) => {
  const { problems } = await shown(`${begin}${' '.repeat(9_000)}${end}`)
  expect(problems.map(({ message }) => message)).toEqual([
    `"${begin.split('\n').at(-1)} ${end}" is not supported or not valid`,
  ])
})

test('directives for the renderer are not part of the diagram', async () => {
  const asked =
    "%%{init: {'theme':'neutral'}}%%\n\nsequenceDiagram\n  %%{ init: {\n    'sequence': {}\n  } }%%\n  A->>B: Go"
  const { html, problems } = await shown(asked)
  expect(problems).toEqual([])
  expect(html).toContain('role="img"')
})

test('every color of a drawing is set by the site', async () => {
  const css = await Bun.file(join(import.meta.dir, '../render/forms/diagram.css')).text()
  const { html } = await shown(...Object.values(kinds))
  const used = new Set(Array.from(html.matchAll(/var\((--[\w-]+)/g), ([, name]) => name ?? ''))
  expect(used.size).toBeGreaterThan(5)
  expect([...used].filter((name) => !css.includes(`${name}:`))).toEqual([])
})

test('several diagrams on a page have different ids', async () => {
  const { html } = await shown(kinds.flowchart, kinds.flowchart)
  const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(ids.length)
  expect(html).toContain('url(#diagram-2-arrowhead)')
})

test('a diagram that cannot be drawn stays code and is reported', async () => {
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

test('at most 50 diagrams are drawn per page, each of at most 10,000 characters and 300 lines', async () => {
  const { html, problems } = await shown(...Array.from({ length: 52 }, () => 'flowchart LR\n  A --> B'))
  expect(html.match(/role="img" aria-label="Diagram/g)).toHaveLength(50)
  expect(problems.map(({ message }) => message)).toEqual(['the page has too many diagrams'])
  const long = await shown(`flowchart LR\n  A["${'a'.repeat(10_000)}"]`, `flowchart LR\n${'  A --> B\n'.repeat(300)}`)
  expect(long.problems.map(({ message }) => message)).toEqual(['it is too large', 'it is too large'])
}, 60_000)

test('a diagram contains nothing that runs or is loaded', async () => {
  const { html } = await shown(
    'flowchart LR\n  A["<script>alert(1)</script><img src=x onerror=y>"] --> B\n  click A href "javascript:alert(1)"\n  style A fill:url(https://evil.test/a),stroke:red',
  )
  expect(html.replace(/<details>.*<\/details>/s, '')).not.toMatch(/<script|<img|javascript:|evil\.test|onerror=y>/)
})
