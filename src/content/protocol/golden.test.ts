import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { comparable, goldenSchema, goldenStatements, load, rowsFromSources } from '../../../tests/golden.ts'
import { type DumpRow, inDumpOrder, versionsOf } from './dump.ts'
import { type DumpForm, packDump } from './pack-dump.ts'
import type { RunQuery } from './queries.ts'

setDefaultTimeout(60_000)

let golden: string[]
let goldenRows: DumpRow[]
let rows: DumpRow[]
beforeAll(async () => {
  golden = await goldenStatements('docs_ru')
  goldenRows = load(golden)
  rows = (await rowsFromSources()).toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
})

/**
 * Intended differences between our rows and those of the original.
 * - Attributes that follow a label belong to the block; the original loses them.
 * - Classes of inline code are separated by spaces; the original puts a comma into them.
 */
const knownDifferences: [path: (string | number)[], ours: unknown, theirs: unknown][] = [
  [['docs_ru/9.mdc.md', 'body', 'value', 2, 1], { a: 'b' }, {}],
  [
    ['docs_ru/9.mdc.md', 'body', 'value', 7, 9, 1, 'className'],
    'x language-js shiki shiki-themes github-light github-dark',
    'x,language-js shiki shiki-themes github-light github-dark',
  ],
]

/** Returns our rows with the known differences reversed; each difference must exist. */
function withTheirs(ours: Record<string, unknown>): Record<string, unknown> {
  for (const [path, own, theirs] of knownDifferences) {
    let holder: unknown = ours
    for (const key of path.slice(0, -1)) holder = Reflect.get(Object(holder), key)
    const last = path.at(-1) ?? ''
    expect(Reflect.get(Object(holder), last)).toEqual(own)
    Reflect.set(Object(holder), last, theirs)
  }
  return ours
}

async function dumpOf(rows: readonly DumpRow[], form: DumpForm = 'list'): Promise<string[]> {
  const ordered = inDumpOrder(rows)
  const ask: RunQuery = async (_sql, ids) => rows.filter(({ id }) => ids.includes(String(id)))
  const packed: Uint8Array[] = []
  const state = { versions: versionsOf(goldenSchema, ordered), rows: ordered }
  await packDump(ask, { schema: goldenSchema, form, ...state }, (gzip) => packed.push(gzip))
  const text = gunzipSync(Buffer.concat(packed)).toString()
  return form === 'lines' ? text.split('\n') : JSON.parse(text)
}

const byId = (list: DumpRow[]) => Object.fromEntries(list.map((row) => [String(row.id), comparable(row)]))

describe('the golden sources', () => {
  test('give the rows of the original', async () => {
    const ours = load(await dumpOf(rows, 'lines'))
    expect(withTheirs(byId(ours))).toEqual(byId(goldenRows))
  })

  test('keep their line breaks in the list form', async () => {
    const title = load(await dumpOf(rows)).find(({ id }) => id === 'docs_ru/4.shown/index.md')?.title
    expect(title).toBe('Line1\nLine2')
  })
})

describe('the golden rows', () => {
  /**
   * Removes versions from a statement, because they may be any stable text. Long rows, which the original splits into
   * several statements, are one statement here.
   */
  const unversioned = (statement: string) =>
    statement.replace(/^(INSERT INTO _content_info VALUES \('checksum_docs_ru', false), .*\); -- meta$/, '$1')
  const inOne = (statements: string[]) =>
    statements.filter((statement) => !statement.includes('docs_ru/8.big.md') && !statement.includes('CONCAT('))

  test('are dumped with the exact statements of the original', async () => {
    // The texts are as the original stored them, with each line break already written as two characters.
    const ours = await dumpOf(goldenRows)
    expect(inOne(ours).map(unversioned)).toEqual(inOne(golden).map(unversioned))
  })

  test('can be loaded from a dump unchanged, the long one in one statement', async () => {
    const statements = await dumpOf(goldenRows)
    expect(statements.filter((statement) => statement.includes('8.big.md'))).toHaveLength(1)
    expect(load(statements)).toEqual(goldenRows)
  })

  test('give one version, which changes with any of them', async () => {
    const versionOf = async (list: DumpRow[]) => (await dumpOf(list))[1]
    const version = await versionOf(goldenRows)
    expect(await versionOf(goldenRows.toReversed())).toBe(version)
    expect(await versionOf(goldenRows.slice(1))).not.toBe(version)
    expect(version).toMatch(/'v3\.5\.0--[\w-]{43}'/)
  })
})

test('the meta row becomes ready after all statements', async () => {
  const db = new Database(':memory:')
  const statements = await dumpOf(goldenRows)
  for (const statement of statements.slice(0, -1)) db.run(statement)
  const ready = () => db.query('SELECT ready FROM _content_info').get()
  expect(ready()).toEqual({ ready: 0 })
  db.run(statements.at(-1) ?? '')
  expect(ready()).toEqual({ ready: 1 })
})
