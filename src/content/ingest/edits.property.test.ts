import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { putMigrated } from '../../../tests/migrated.ts'
import { examplesMs, isFull } from '../../../tests/property-runs.ts'
import { writeFiles } from '../../../tests/write-files.ts'
import { type Db, openDb } from '../../db/client.ts'
import { createHighlighter, type Highlighter } from '../body/highlight.ts'
import { type LibraryReading, readLibrary } from '../library/read-library.ts'
import { ownPictureFile } from '../own-pictures.ts'
import { type IngestReport, ingest } from './ingest.ts'
import { copyMoves } from './moves/queries.ts'
import type { Problem } from './problem.ts'
import { readOwnPicture } from './read-source.ts'

setDefaultTimeout(examplesMs)

let home: string
let highlighter: Highlighter
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kurs-edits-'))
  highlighter = createHighlighter()
})
afterAll(() => rm(home, { recursive: true }))

/** Names of files. They are few, so that addresses collide, links find their pages, and removed files return. */
const pages = [
  'ru/docs/index.md',
  'ru/docs/1.a.md',
  'ru/docs/2.a.md',
  'ru/docs/3.a.md',
  'ru/docs/1.f/index.md',
  'ru/docs/1.f/1.b.md',
  'en/docs/1.f/2.b.md',
  'en/docs/A.md',
  'en/docs/a.md',
]
const articles = ['ru/blog/news/x.md', 'ru/blog/1.news/x.md', 'ru/blog/old/y.md', 'en/blog/news/x.md', 'ru/blog/y.md']
const categories = [
  'ru/categories/news.yml',
  'ru/categories/news.yaml',
  'ru/categories/old.yml',
  'en/categories/news.yml',
]
const pictures = ['ru/docs/1.f/p.png', 'ru/shared/p.png']
const synonyms = ['ru/search.yml', 'en/search.yml']
const settings = ['ru/docs/.navigation.yml', 'ru/docs/1.f/.navigation.yml', 'en/docs/1.f/.navigation.yml']

const word = fc.constantFrom('настройка', 'настройками', 'рынок', 'candle', 'candles', 'map', 'свеча')
const line = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  word.map((text) => `## ${text}`),
  word.map((text) => `[link](/docs/a#${text})`),
  fc.constantFrom(
    '::notee\nText\n::',
    '![](/covers/a.svg)',
    '![](/covers/b.svg)',
    '![](p.png)',
    '![](../shared/p.png)',
    '![](../../out.png)',
    '```klingon\nx\n```',
    '- list',
  ),
  fc
    .constantFrom(
      '/docs/a',
      '/docs/f',
      '/docs/f/b#map',
      '/en/docs/a#map',
      '#рынок',
      '/docs/none',
      './a',
      '2.a.md',
      '/blog/news/x',
      '/blog/old',
    )
    .map((to) => `[link](${to})`),
)
const body = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n\n'))
const fields = fc.record({
  title: fc.option(word, { nil: undefined }),
  draft: fc.option(fc.boolean(), { nil: undefined }),
  date: fc.constantFrom('2026-01-01', '2026-02-02', '2040-01-01'),
  category: fc.option(fc.constantFrom('news', 'old', 'other'), { nil: undefined }),
  redirect_from: fc.option(fc.constantFrom('/docs/none', '/docs/a', ['/docs/f/b', '/en/docs/a'], '/blog/old/y'), {
    nil: undefined,
  }),
})
const text = fc.tuple(fields, body).map(([front, below]) => `---\n${yaml(front)}---\n\n${below}\n`)
const data = fc.constantFrom('title: News\n', 'slug: old\n', 'title: Раздел\nicon: false\n', 'navigation: false\n')
/** A change of a file: a new text or, with null, its removal; `movedFrom` moves the text of another file. */
type Edit = [file: string, text: string | null | { movedFrom: string }]
const move: fc.Arbitrary<Edit> = fc
  .tuple(fc.constantFrom(...pages, ...articles), fc.constantFrom(...pages, ...articles))
  .map(([file, movedFrom]) => [file, { movedFrom }])
const pageEdit: fc.Arbitrary<Edit> = fc.tuple(fc.constantFrom(...pages, ...articles), fc.option(text))
const dataEdit: fc.Arbitrary<Edit> = fc.tuple(fc.constantFrom(...categories, ...settings), fc.option(data))
const pictureEdit: fc.Arbitrary<Edit> = fc.tuple(fc.constantFrom(...pictures), fc.option(fc.constantFrom('one', 'two')))
const synonymText = fc.constantFrom('рынок: [биржа, market]\n', 'свеча: [candle]\nрынок: [биржа]\n')
const synonymEdit: fc.Arbitrary<Edit> = fc.tuple(fc.constantFrom(...synonyms), fc.option(synonymText))
const edit = fc.oneof(
  { weight: 1, arbitrary: synonymEdit },
  { weight: 4, arbitrary: pageEdit },
  { weight: 2, arbitrary: move },
  { weight: 2, arbitrary: dataEdit },
  { weight: 1, arbitrary: pictureEdit },
)
const sequence = fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

test('after any edits the database equals that of a fresh ingest, problems included', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(sequence, fc.boolean(), async (steps, isWatched) => {
      await using site = await openContent(join(home, String(++run)))
      let library = await readLibrary(site.db)
      let last: IngestReport | undefined
      for (const step of steps) {
        const changes = await site.write(step)
        // The ingest is called either like from the watcher, with changed files, or like from the command, without.
        last = await site.ingest(isWatched ? Object.keys(changes) : undefined)
        library = await readLibrary(site.db, library.library)
      }
      const report = await site.ingest()
      await using fresh = await openContent(join(home, `${run}-fresh`), site.contentDir)
      // Moves of pages are in no text, so the fresh database gets a copy of them and must not change it.
      await copyMoves(site.db, fresh.db)
      const { problems, between } = await fresh.ingest()
      expect(await contentOf(site.db)).toEqual(await contentOf(fresh.db))
      expect(report.problems).toEqual(problems)
      expect(unordered(last?.between)).toEqual(unordered(between))
      expect(listed(library)).toEqual(listed(await readLibrary(fresh.db)))
    }),
    // One sequence of edits takes a tenth of a second.
    { numRuns: isFull ? 2000 : 10 },
  )
})

test('link problems are the same whichever files a run reads', async () => {
  await using site = await openContent(join(home, 'between'))
  const linking = '---\ntitle: A\n---\n\n[f](/docs/f) [none](/docs/none)\n'
  const step = { 'ru/docs/1.a.md': linking, 'ru/docs/1.f/index.md': '---\ntitle: F\ndraft: perhaps\n---\n' }
  await site.write(Object.entries(step))
  const { between } = await site.ingest()
  expect(between[0]?.message).toBe('The link /docs/f leads to a page with errors: ru/docs/1.f/index.md')
  const changes = await site.write([['en/docs/a.md', 'Text']])
  expect((await site.ingest(Object.keys(changes))).between).toEqual(between)
})

/** Returns all content of a library in order, without versions. */
function listed({ library: { byLocale, pictures, folders } }: LibraryReading): unknown[] {
  const languages = Object.values(byLocale).map(({ docs, articles, ...content }) => {
    return { ...content, rows: [...docs.values(), ...articles].map(({ version: _, ...row }) => row) }
  })
  return [languages, pictures, inOrder(folders.map((folder) => ({ ...folder })))]
}

interface Content {
  db: Db
  contentDir: string
  /** Writes edits to the folder. @returns the written files; for a move both files */
  write(edits: Edit[]): Promise<Record<string, string | null>>
  ingest(only?: string[]): Promise<IngestReport>
  [Symbol.asyncDispose](): Promise<void>
}

async function openContent(folder: string, existing?: string): Promise<Content> {
  const contentDir = existing ?? join(folder, 'content')
  await mkdir(contentDir, { recursive: true })
  await mkdir(folder, { recursive: true })
  await putMigrated('content', folder)
  const db = await openDb({ url: `file:${folder}/content.db` })
  const images = {
    prepare: async () => undefined,
    measure: async (src: string) => {
      const own = ownPictureFile(src)
      const bytes = own === undefined ? undefined : await readOwnPicture(contentDir, own)
      const digest = src.includes('/a.')
        ? 'd'
        : bytes instanceof Uint8Array
          ? new TextDecoder().decode(bytes)
          : undefined
      const row = { src, digest: digest ?? '', width: 1, height: 1, widths: '[]' }
      return digest === undefined ? undefined : { row, lacksCopies: false }
    },
  }
  const deps = { db, contentDir, images, highlighter, now: () => Date.parse('2026-06-01') }
  const written = new Map<string, string>()
  return {
    db,
    contentDir,
    write: async (edits) => {
      const before = new Set(written.keys())
      const wished: Record<string, string | null> = {}
      for (const [file, text] of edits) {
        const from = text !== null && typeof text === 'object' ? text.movedFrom : undefined
        if (from !== undefined && (from === file || !written.has(from))) continue
        const content = from === undefined ? text : (written.get(from) ?? null)
        if (from !== undefined) wished[from] = null
        wished[file] = typeof content === 'string' ? content : null
        for (const [name, now] of Object.entries(wished)) now === null ? written.delete(name) : written.set(name, now)
      }
      const possible = Object.entries(wished).filter(([file, content]) => content !== null || before.has(file))
      const changes = Object.fromEntries(possible)
      await writeFiles(contentDir, changes)
      return changes
    },
    ingest: (only) => ingest(deps, { only }),
    [Symbol.asyncDispose]: async () => {
      await db.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns all rows of content tables, without versions, file stamps and row numbers. */
async function contentOf(db: Db): Promise<Record<string, unknown[]>> {
  const tables = await rowsOf(db, "select name from sqlite_master where type = 'table' and name like '%content%'")
  const names = tables.map(({ name }) => String(name)).filter((name) => name !== 'content_state')
  const found: Record<string, unknown[]> = {}
  for (const name of names) {
    const rows = await rowsOf(db, `select * from ${name}`)
    found[name] = inOrder(rows.map(({ version: _, stamp: __, ...row }) => row))
  }
  found.pages = inOrder(await rowsOf(db, 'select locale, path, title, kind, forms, roots, keywords from search_pages'))
  const section = 'select p.path, s.id % 4096 as place, s.address, s.title, s.trail, s.level, s.content'
  const sections = `${section} from search_sections s join search_pages p on p.id = s.id / 4096`
  found.sections = inOrder(await rowsOf(db, sections))
  found.words = inOrder(await rowsOf(db, 'select locale, word, stem, is_form, sound from search_words'))
  found.links = inOrder(await rowsOf(db, 'select path, text, source from search_links'))
  found.synonyms = inOrder(await rowsOf(db, 'select locale, phrase, means from search_synonyms'))
  return found
}

function unordered(problems: readonly Problem[] | undefined): string[] | undefined {
  return problems && inOrder(problems.map((problem) => ({ ...problem })))
}

function inOrder(rows: Record<string, unknown>[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort()
}

async function rowsOf(db: Db, query: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.client.execute(query)
  return rows.map((row) => ({ ...row }))
}

function yaml(front: Record<string, unknown>): string {
  const present = Object.entries(front).filter(([, value]) => value !== undefined)
  return present.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')
}
