import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { patientLimits } from '../../../tests/patient-limits.ts'
import { examplesMs, runsOf } from '../../../tests/property-runs.ts'
import { createTables, notes, queryText, sampleRows } from '../../../tests/query-arbitraries.ts'
import { mutatedText } from '../../../tests/query-mutations.ts'
import { type Db, openDb } from '../../db/client.ts'
import { columnsOf } from '../protocol/schema.ts'
import { type ContentRow, refineRows } from './answer.ts'
import { parseQuery } from './parse.ts'
import { answerQuery } from './query-routes.ts'
import { createQueryReader, type QueryReader } from './reader.ts'
import { printFetch, printQuery } from './select-query.ts'

setDefaultTimeout(examplesMs)

/** Reference database: the same rows in SQLite itself, which executes the SQL as it is. */
const sqlite = new Database(':memory:')
const folder = await mkdtemp(join(tmpdir(), 'kurs-queries-'))
let db: Db
let reader: QueryReader

beforeAll(async () => {
  db = await openDb({ url: `file:${join(folder, 'content.db')}` })
  reader = createQueryReader(db, patientLimits)
  const marks = columnsOf(notes).map(() => '?')
  const insert = `INSERT INTO ${notes.table} VALUES (${marks.join(', ')})`
  for (const sql of createTables(notes, { isIndexed: false })) sqlite.run(sql)
  for (const args of sampleRows()) sqlite.run(insert, args)
  for (const sql of createTables(notes, { isIndexed: true })) await db.client.execute(sql)
  // The rows are inserted in reverse: rows that the query does not order must be ordered by ID, whatever the order of
  // insertion.
  for (const args of sampleRows().toReversed()) await db.client.execute({ sql: insert, args })
})
afterAll(async () => {
  await reader.close()
  await db.close()
  sqlite.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the rows that SQLite itself returns for a text; undefined if it is not a valid query. */
function secondOpinion(sql: string): ContentRow[] | undefined {
  try {
    return refineRows(notes, sqlite.prepare<ContentRow, []>(sql).all())
  } catch {
    return undefined
  }
}

/** Returns the rows that our reader returns for a text, or the reason for a refusal. */
async function answered(sql: string) {
  const outcome = await answerQuery(reader, notes, sql, { network: '192.0.2.1', encoding: undefined })
  if (outcome.status !== 'answered') return outcome
  const rows: ContentRow[] = JSON.parse(new TextDecoder().decode(outcome.body))
  return { status: outcome.status, rows }
}

const words = new Set([
  ...'WITH AS MATERIALIZED SELECT COUNT DISTINCT FROM WHERE ORDER BY ASC DESC LIMIT OFFSET CROSS JOIN ON'.split(' '),
  ...'AND OR NOT IN BETWEEN LIKE IS NULL as count found place rowid'.split(' '),
  ...[notes.table, ...columnsOf(notes)],
])

/** Whether a statement contains only words of the grammar, the table and its columns, and no text literals. */
function isAllowedText(sql: string): boolean {
  const left = sql.replace(/\w+/g, (word) => (words.has(word) || /^\d+$/.test(word) ? '' : '✗'))
  return /^[ ()*,."?=<>!]*$/.test(left)
}

const pagesOfTable = () =>
  sqlite
    .prepare<{ rootpage: number }, [string]>('SELECT rootpage FROM sqlite_master WHERE tbl_name = ?')
    .all(notes.table)
    .map(({ rootpage }) => rootpage)

interface Operation {
  opcode: string
  p2: number
  p4: string | null
}

/**
 * Lists the operations of SQLite's program for a statement that access anything but the one table; the list must be
 * empty.
 */
function foreignOperations(sql: string, args: string[]): Operation[] {
  const program = sqlite.prepare<Operation, string[]>(`EXPLAIN ${sql}`).all(...args)
  const pages = pagesOfTable()
  return program.filter(({ opcode, p2, p4 }) => {
    if (opcode === 'OpenRead') return !pages.includes(p2)
    if (/^(Pure)?Func/.test(opcode)) return !p4?.startsWith('like(')
    if (/^Agg(Step|Inverse)/.test(opcode)) return !p4?.startsWith('count(')
    return /^(V[A-Z]|OpenWrite|Vacuum|Journal|Checkpoint|SetCookie|ParseSchema|Destroy|Drop|Create)/.test(opcode)
  })
}

test('a query of the builder is printed the same and answered as SQLite answers it', async () => {
  let withRows = 0
  await fc.assert(
    fc.asyncProperty(queryText, async (sql) => {
      const parsed = parseQuery(notes, sql)
      expect(parsed.status === 'parsed' && printQuery(parsed.query)).toBe(sql)
      const outcome = await answered(sql)
      expect<unknown>(outcome).toEqual({ status: 'answered', rows: secondOpinion(sql) })
      if (outcome.status === 'answered' && outcome.rows.length > 0) withRows++
    }),
    { numRuns: runsOf(10_000) },
  )
  expect(withRows).toBeGreaterThan(runsOf(3000))
})

/** Number of random changes to queries, most of which are refused early. */
const changes = Math.max(4000, runsOf(12_000))

test('a mutated query is refused, or answered as SQLite answers it', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(mutatedText, async (sql) => {
      const parsed = parseQuery(notes, sql)
      const outcome = await answered(sql)
      if (parsed.status === 'refused') {
        expect(parsed.reason).toMatch(/position \d+|not well-formed/)
        expect(outcome).toEqual(parsed)
        return
      }
      accepted++
      const run = printFetch(parsed.query, columnsOf(notes), 10_000)
      expect(isAllowedText(run.sql)).toBe(true)
      expect(foreignOperations(run.sql, run.args)).toEqual([])
      expect<unknown>(outcome).toEqual({ status: 'answered', rows: secondOpinion(sql) })
    }),
    { numRuns: changes },
  )
  expect(accepted).toBeGreaterThan(changes / 24)
})

test('the check of operations detects foreign access', () => {
  for (const sql of [
    'SELECT * FROM secrets',
    'SELECT lower(title) FROM _content_notes',
    'SELECT total(title) FROM _content_notes',
  ]) {
    expect(foreignOperations(sql, []).length).toBeGreaterThan(0)
    expect(isAllowedText(sql)).toBe(false)
  }
  expect(foreignOperations('SELECT * FROM pragma_table_list', []).length).toBeGreaterThan(0)
})
