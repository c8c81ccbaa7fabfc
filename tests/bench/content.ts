import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Lexer } from 'marked'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createHighlighter } from '../../src/content/body/highlight.ts'
import { parseBody } from '../../src/content/body/read-body.ts'
import { readFrontMatter } from '../../src/content/ingest/front-matter.ts'
import type { Body } from '../../src/content/mdc/ast.ts'
import { parseMdc } from '../../src/content/mdc/parse.ts'
import { findPageRow } from '../../src/content/queries.ts'
import { Prose } from '../../src/content/render/prose.tsx'
import { createTestSite } from '../site.ts'
import { generateDocs, generatePage } from './generate.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

/** Measures the cost of a text from Markdown to HTML: one generated page, then all pages of the product. */
export async function benchContent(report: Report, contentDir: string): Promise<void> {
  const page = textOf(generatePage('ru', 10))
  const ms = await sideBySide({ parse: () => parseMdc(page), bare: () => new Lexer({ gfm: true }).lex(page) })
  report('parse of a 900-word page', ms('parse'), 'ms')
  report("the same page through marked's own lexer", ms('bare'), 'ms')
  report('ratio, parse to bare lexer', ms('parse') / ms('bare'), '')
  await benchStored(report)
  await benchAll(report, contentDir)
}

/** Measures reading a stored page as the site reads it, without sockets, layout and cache. */
async function benchStored(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-'))
  await generateDocs(folder, 'ru', 20)
  const site = await createTestSite({ contentDir: folder })
  const read = async () => {
    const path = '/docs/section-1/page-10'
    const row = await findPageRow(site.db, { kind: 'docs', locale: 'ru', path, drawn: false })
    if (!row) throw new Error('The page is not in the database')
    return parseBody(row.text)
  }
  const body = await read()
  const ms = await sideBySide({ whole: async () => draw(await read()), read, draw: () => draw(body) })
  await site.close()
  await rm(folder, { recursive: true, force: true })
  report('a 900-word page, from the database to HTML', ms('whole'), 'ms')
  report('of it: read and parsed JSON', ms('read'), 'ms')
  report('of it: drawn', ms('draw'), 'ms')
}

/** Measures all Markdown files below the content folder, as in a first ingest and a first view of every page. */
async function benchAll(report: Report, contentDir: string): Promise<void> {
  const files = await Array.fromAsync(new Bun.Glob('**/*.md').scan(contentDir))
  const texts = await Promise.all(files.map(async (file) => textOf(await Bun.file(join(contentDir, file)).text())))
  const { highlight } = createHighlighter()
  const parseAll = () => texts.map((text) => parseMdc(text).body)
  const highlightAll = (bodies: Body[]) => Promise.all(bodies.map((body) => highlight(body)))
  const parsed = parseAll()
  const bodies = await highlightAll(parsed)
  const ms = await sideBySide({
    parse: parseAll,
    bare: () => texts.map((text) => new Lexer({ gfm: true }).lex(text)),
    highlight: () => highlightAll(parsed),
    draw: () => bodies.map(draw),
  })
  report("the product's own content: pages", texts.length, '')
  report("the product's own content: characters", texts.join('').length / 1024, 'KB')
  report('parse of all of it', ms('parse'), 'ms')
  report("all of it through marked's own lexer", ms('bare'), 'ms')
  report('ratio, parse to bare lexer', ms('parse') / ms('bare'), '')
  report('highlighting of all of it', ms('highlight'), 'ms')
  report('HTML of all of it', ms('draw'), 'ms')
}

function draw(body: Body): string {
  return renderToStaticMarkup(createElement(Prose, { body }))
}

/** Returns the Markdown below the front matter. */
function textOf(source: string): string {
  const read = readFrontMatter(source)
  if (read.status === 'broken') throw new Error('A page of the content cannot be read')
  return read.frontMatter.content
}

/** Returns median times (ms) of several functions. Runs them in turn, so that disturbances affect all of them. */
async function sideBySide<Name extends string>(ways: Record<Name, () => unknown>): Promise<(name: Name) => number> {
  const times = new Map<string, number[]>()
  for (let round = 0; round < 40; round++) {
    for (const [name, way] of Object.entries<() => unknown>(ways)) {
      const startedAt = performance.now()
      await way()
      // Skips the first rounds, which warm up the compiler.
      if (round >= 15) times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt])
    }
  }
  return (name) => median(times.get(name) ?? [])
}
