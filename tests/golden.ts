import { Database } from 'bun:sqlite'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { addressOf, stemOf } from '../src/content/addresses.ts'
import { createHighlighter } from '../src/content/body/highlight.ts'
import { readFrontMatter, readYamlFile } from '../src/content/ingest/front-matter.ts'
import { parseMdc } from '../src/content/mdc/parse.ts'
import type { DumpRow } from '../src/content/protocol/dump.ts'
import { type CollectionSchema, collectionSchema, pageFields } from '../src/content/protocol/schema.ts'

/*
 * Sources, dumps and rows of a real server of the content protocol (Nuxt Content 3.5.0), and the same sources read by
 * our pipeline.
 */

export const goldenDir = join(import.meta.dir, 'fixtures/content-protocol')

/** The collection of the real server: pages have no path prefix, and tables of contents include headings down to h4. */
export const goldenSchema: CollectionSchema = collectionSchema('docs_ru', 'page', [
  ...pageFields,
  { name: 'badge', type: 'string', maxLength: 20 },
  { name: 'date', type: 'date' },
  { name: 'draft', type: 'boolean', default: 'false' },
  { name: 'tags', type: 'json' },
  { name: 'weight', type: 'number', default: '1' },
])
const goldenToc = { depth: 3, searchDepth: 3 }
const goldenCollection = { name: 'docs_ru', kind: 'docs', locale: 'ru', folder: 'ru' } as const

/** Returns the statements of a dump of the real server. */
export async function goldenStatements(name: string): Promise<string[]> {
  const packed = await readFile(join(goldenDir, `${name}.sql_dump`), 'utf8')
  return gunzipSync(Buffer.from(packed, 'base64')).toString().split('\n')
}

/** Returns the rows of a client database after the statements of a dump. */
export function load(statements: readonly string[], table = '_content_docs_ru'): DumpRow[] {
  const db = new Database(':memory:')
  for (const statement of statements) db.run(statement)
  return db.query<DumpRow, []>(`SELECT * FROM ${table} ORDER BY id`).all()
}

/** Returns the rows that our pipeline produces from the golden sources. */
export async function rowsFromSources(): Promise<DumpRow[]> {
  const contentDir = join(goldenDir, 'content')
  const files = await Array.fromAsync(new Bun.Glob('ru/**/*.{md,yml}').scan({ cwd: contentDir, dot: true }))
  return Promise.all(files.map(async (file) => rowOf(file, await readFile(join(contentDir, file), 'utf8'))))
}

const highlighter = createHighlighter()

async function rowOf(file: string, text: string): Promise<DumpRow> {
  const isPage = file.endsWith('.md')
  const split = isPage ? readFrontMatter(text) : readYamlFile(text)
  if (split.status === 'broken') throw new Error(`${file} cannot be read`)
  const fields = new Map(Object.entries(split.frontMatter.data ?? {}))
  const parsed = parseMdc(split.frontMatter.content, { toc: goldenToc })
  const body = isPage ? await highlighter.highlight(parsed.body) : Object.fromEntries(fields)
  const title = fields.get('title') ?? parsed.title
  const description = fields.get('description') ?? (isPage ? (parsed.description ?? '') : undefined)
  const excerpt = isPage && parsed.excerpt ? { excerpt: { ...(await highlighter.highlight(parsed.excerpt)) } } : {}
  const known = [...goldenSchema.fields.map(({ name }) => name), 'body']
  const date = fields.get('date')
  return {
    id: `docs_ru/${file.slice('ru/'.length)}`,
    title,
    badge: fields.get('badge') ?? null,
    body: JSON.stringify(body),
    date: date === undefined ? null : new Date(String(date)).toISOString(),
    description: description ?? null,
    draft: fields.get('draft') ? 1 : 0,
    extension: isPage ? 'md' : 'yml',
    meta: JSON.stringify({ ...Object.fromEntries([...fields].filter(([name]) => !known.includes(name))), ...excerpt }),
    navigation: JSON.stringify(fields.get('navigation') ?? true),
    path: addressOf(goldenCollection, file),
    seo: JSON.stringify({ title, description }),
    stem: stemOf(file),
    tags: fields.has('tags') ? JSON.stringify(fields.get('tags')) : null,
    weight: fields.get('weight') ?? 1,
    __hash__: new Bun.CryptoHasher('sha256').update(file).digest('base64url'),
  }
}

/** Returns a row without the parts that may differ: its hash, and the highlighter's spans and style sheet in texts. */
export function comparable({ __hash__: _, ...columns }: DumpRow): Record<string, unknown> {
  const entries = Object.entries(columns).map(([name, value]) => {
    const isJson = goldenSchema.fields.some((field) => field.name === name && field.type === 'json')
    return [name, isJson && value !== null ? withoutHighlighting(JSON.parse(String(value))) : value]
  })
  return Object.fromEntries(entries)
}

function withoutHighlighting(json: unknown): unknown {
  if (Array.isArray(json)) {
    const [tag, props] = json
    const isCode = tag === 'pre' || (tag === 'code' && 'language' in Object(props))
    if (isCode) return [tag, props]
    return json.filter((node) => !(Array.isArray(node) && node[0] === 'style')).map(withoutHighlighting)
  }
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutHighlighting(value)]))
}
