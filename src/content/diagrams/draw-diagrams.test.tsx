import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { LocaleProvider } from '../../i18n/context.tsx'
import type { Body } from '../mdc/ast.ts'
import { parseMdc } from '../mdc/parse.ts'
import { Prose } from '../render/prose.tsx'
import { drawDiagrams } from './draw-diagrams.ts'
import type { DiagramProblem } from './formulas.ts'

async function shown(source: string) {
  const problems: DiagramProblem[] = []
  const body = await drawDiagrams(parseMdc(source, { formulas: true }).body, (problem) => problems.push(problem))
  return { html: html(body), problems }
}

function html(body: Body): string {
  return renderToStaticMarkup(
    <LocaleProvider locale="en">
      <Prose body={body} />
    </LocaleProvider>,
  )
}

test('a formula is MathML without scripts, styles or classes of the library', async () => {
  const { html, problems } = await shown('The area $\\pi r^2$.')
  expect(problems).toEqual([])
  expect(html).toMatch(/<p>The area <math><semantics>.*<msup><mi>r<\/mi><mn>2<\/mn><\/msup>.*<\/math>\.<\/p>/)
  expect(html).toContain('<annotation encoding="application/x-tex">\\pi r^2</annotation>')
  for (const fence of ['$$\nx\n$$', '$$x$$', '```math\nx\n```']) {
    expect((await shown(fence)).html).toMatch(
      /^<div class="prose"><span class="formula" role="group" aria-label="Formula" tabindex="0"><math [^>]*display="block">/,
    )
  }
  expect((await shown('$\\fcolorbox{red}{blue}{x} \\pmb{y}$')).html).not.toMatch(/\sstyle=|class=".*katex/)
})

test('an unreadable formula is shown as written and reported with its position', async () => {
  const { html, problems } = await shown('a $\\frac{1$ b\n\n$$\nx\n\\nothing\n$$\n\n$y$')
  expect(html).toContain('<code>\\frac{1</code>')
  expect(html).toContain('x\n\\nothing')
  expect(html).toContain('<mi>y</mi>')
  expect(problems.map(({ source, position }) => [source, position])).toEqual([
    ['\\frac{1', 7],
    ['x\n\\nothing', 2],
  ])
})

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\url{javascript:alert(1)}',
  '\\includegraphics{https://evil.test/x.png}',
  '\\htmlStyle{color:red}{x}',
  '\\htmlClass{a}{x}',
  '\\htmlData{a=b}{x}',
  '\\text{</annotation></math><script>alert(1)</script>}',
])('a formula contains nothing that runs: %s', async (source) => {
  const { html } = await shown(`$${source}$`)
  expect(html).not.toMatch(/<(script|img|a)\b|javascript:alert\(1\)"|\sstyle=|class="a"|data-/)
})

test('markup written by an author is filtered like a drawing', () => {
  const forged = '<math onclick="x"><script>alert(1)</script><mi style="a" href="javascript:x">y</mi><img src="x">'
  const body = parseMdc(':formula[a]').body
  const [node] = body.value
  if (!Array.isArray(node)) throw new Error('no node')
  expect(html({ ...body, value: [[node[0], { markup: forged }, 'a']] })).toBe(
    '<div class="prose"><math><mi>y</mi></math></div>',
  )
})

test('recursive definitions and formulas too deep or too many are refused', async () => {
  const bomb = String.raw`\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b\b\b}\def\d{\c\c\c\c\c\c\c\c}\d\d\d`
  expect((await shown(`$${bomb}$`)).problems).toHaveLength(1)
  expect((await shown(`$\\def\\a{\\a\\a}\\a$`)).problems).toHaveLength(1)
  const deep = `$${'\\sqrt{'.repeat(500)}x${'}'.repeat(500)}$`
  expect((await shown(deep)).problems).toHaveLength(1)
  const { html, problems } = await shown('$x$ '.repeat(1003))
  expect(html.match(/<math/g)).toHaveLength(1000)
  expect(html.match(/<code>x<\/code>/g)).toHaveLength(3)
  expect(problems).toHaveLength(1)
  // Each formula is refused at its first word, so that only its length counts toward the limit.
  const long = `\`\`\`math\n\\oops ${'x'.repeat(9_000)}\n\`\`\``
  const many = await shown(`${long}\n\n`.repeat(12))
  expect(many.problems.map(({ message }) => message)).toEqual([
    ...Array.from({ length: 11 }, () => expect.stringContaining('oops')),
    'the page has too many formulas',
  ])
})

const doubled = Array.from({ length: 16 }, (_, at) => `\\def\\${letter(at)}#1{\\${letter(at + 1)}{#1#1}}`)

function letter(at: number): string {
  return String.fromCharCode(97 + at)
}

test.each([
  ['long', `\\def\\a{${'x'.repeat(4000)}}\\text{${'\\a'.repeat(20)}}`],
  ['with an argument of many places', `\\def\\a#1{${'#1'.repeat(300)}}\\text{\\a{${'x'.repeat(300)}}}`],
  ['doubled', `${doubled.join('')}\\def\\q#1{#1}\\text{\\a{x}}`],
])('the output of definitions is limited: %s', async (_, source) => {
  const { problems } = await shown(`$$\n${source}\n$$`)
  expect(problems.map(({ message }) => message)).toEqual(['it is too large'])
})

test('a formula of more than 10,000 characters is shown as its source', async () => {
  const { problems } = await shown(`$$\n\\kern${'9'.repeat(10_000)}em\n$$`)
  expect(problems.map(({ message }) => message)).toEqual(['it is too large'])
})

test.each([
  ['\\newcommand{\\norm}[1]{\\lVert #1 \\rVert}\\norm{x}+\\norm{\\norm{y}}', '∥x∥+∥∥y∥∥'],
  ['\\def\\pair(#1,#2){\\{#1;#2\\}}\\pair(a,{b,c})', '{a;b,c}'],
  ['\\def\\x{y}{\\def\\x{z}\\x}\\x', 'zy'],
  ['\\let\\b=\\beta\\edef\\c{\\b x}\\c\\b', 'βxβ'],
])('a formula may define its own commands: %s', async (source, drawn) => {
  const { html, problems } = await shown(`$${source}$`)
  expect(problems).toEqual([])
  const [math = ''] = /<math.*<\/math>/.exec(html) ?? []
  expect(math.replace(/<annotation.*<\/annotation>|<[^>]*>/g, '')).toBe(drawn)
})

let site: TestSite
beforeAll(async () => {
  const text =
    '## Growth $a^2$\n\nFrom $5 to $10, while $\\alpha\\beta$ holds.\n\n> $$\n> \\frac{1\n> $$\n\n$$\n\\oops\n$$'
  site = await createTestSite({
    files: { 'en/docs/a.md': page({ title: 'A' }, text), 'en/docs/b.md': page({ title: 'B' }) },
  })
})
afterAll(() => site.close())

test('pages show formulas in both languages, the API gets text, search finds the source', async () => {
  for (const path of ['/en/docs/a', '/docs/a']) {
    const html = await site.read(path)
    expect(html.match(/<math/g)).toHaveLength(2)
    expect(html).toContain('<h2 id="growth-a2">')
    expect(html).toContain('From $5 to $10')
  }
  const query = "SELECT body FROM _content_docs_en WHERE path = '/en/docs/a'"
  const [row] = (await site.db.client.execute(query)).rows
  expect(String(row?.body)).toContain('while $\\\\alpha\\\\beta$ holds')
  expect(String(row?.body)).not.toContain('formula')
  const found = await site.read('/en/search?q=%5Calpha%5Cbeta')
  expect(found).toContain('/en/docs/a#growth-a2')
  expect(found).not.toContain('mathvariant')
})

test('a bad formula is reported with its file and line', async () => {
  const { problems } = await site.ingest()
  expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    "en/docs/a.md:11 The formula \\frac{1 cannot be drawn: Unexpected end of input in a macro argument, expected '}'",
    'en/docs/a.md:15 The formula \\oops cannot be drawn: Undefined control sequence: \\oops',
  ])
})
