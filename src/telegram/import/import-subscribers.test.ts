import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openMigrated } from '../../../tests/migrated.ts'
import type { Db } from '../../db/client.ts'
import { csvLine } from '../../ui/list/csv.ts'
import { importSubscribers } from './import-subscribers.ts'
import { createLineReader } from './subscriber-lines.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 10, 22)
const origin = { address: 'a test', requestId: 'a test' }

let folder: string
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-subscribers-'))
  db = await openMigrated('app', folder)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

async function take(text: string, onProgress?: (rows: number, total: number) => void) {
  const path = join(folder, 'subscribers.csv')
  await Bun.write(path, text)
  return importSubscribers({ db, path, origin, now, onProgress })
}
const stored = async (from: number, to: number) => {
  const args = [from, to]
  const sql = 'select chat_id, locale, name, state from subscribers where chat_id between ? and ? order by chat_id'
  return (await db.client.execute({ sql, args })).rows.map((row) => Object.values(row).join(' '))
}

test('chats are added once, known ones are updated, and stopped ones stay stopped', async () => {
  const first = '\uFEFFchat_id,locale,name\r\n1,ru,Анна\r\n2,en,"Smith, ""Al"""\r\n\r\n3,ru,\r\n'
  expect(await take(first)).toEqual({ status: 'imported', rows: 3, added: 3, changed: 0 })
  await db.client.execute("update subscribers set state = 'stopped' where chat_id = 1")
  expect(await take('name;chat_id;locale\nАня;1;EN\nВера;4;ru\nVera;4;en')).toEqual({
    status: 'imported',
    rows: 3,
    added: 1,
    changed: 1,
    repeats: { count: 1, line: 4, earlier: 3 },
  })
  expect(await stored(1, 4)).toEqual([
    '1 en Аня stopped',
    '2 en Smith, "Al" active',
    '3 ru  active',
    '4 en Vera active',
  ])
  expect(await take(first)).toMatchObject({ rows: 3, added: 0, changed: 1 })
  const { rows } = await db.client.execute(
    "select count(*) from audit_log where act = 'subscriber.import' and after ->> 'rows' = 3 and address = 'a test'",
  )
  expect(Object.values(rows[0] ?? {})).toEqual([3])
})

test('the header is optional, and a header may leave out columns', async () => {
  expect(await take('11,ru,Анна\n12,en,Al')).toMatchObject({ status: 'imported', added: 2 })
  expect(await take('chat_id\n13\n14')).toMatchObject({ status: 'imported', added: 2 })
  expect(await stored(13, 14)).toEqual(['13 ru  active', '14 ru  active'])
})

test.each([
  ['21,ru,Анна\n22,de,Al', 2, 'column locale: "de": expected ru or en'],
  ['chat_id,locale,name\n21,ru,Анна\n\nAnna,ru,21', 4, 'column chat_id: "Anna": expected the number of a chat'],
  ['0,ru,Nobody', 1, 'column chat_id: "0"'],
  ['4503599627370497,ru,Beyond', 1, 'column chat_id'],
  ['chat_id,language', 1, 'the header has "language": expected chat_id, locale, name'],
  ['21,ru,Анна,here', 1, 'expected columns chat_id, locale, name: found 4'],
  ['21,ru,"Анна', 1, 'a quote is not closed'],
  [`21,ru,${'a'.repeat(201)}`, 1, 'expected up to 200 characters'],
  ['21,ru,\u0007', 1, 'expected no control characters'],
  ['21', 1, 'expected columns chat_id, locale, name: found 1'],
  [`21,ru,a\n22,ru,${' '.repeat(1990)}a"\n23,ru,b\n`, 2, 'a quote is not closed'],
  [`21,ru,a\n22,ru,${' '.repeat(2000)}a"\n23,ru,b\n`, 2, 'expected lines of a CSV'],
])('a file with a fault writes nothing: %j', async (text, line, fault) => {
  const outcome = await take(text)
  expect(outcome).toMatchObject({ status: 'faulty', line })
  expect('fault' in outcome && outcome.fault).toContain(fault)
  expect(await stored(20, 29)).toEqual([])
})

test('a wrong encoding, a file without rows and a missing file are reported', async () => {
  const path = join(folder, 'cp1251.csv')
  await Bun.write(path, new Uint8Array([...Buffer.from('31,ru,'), 0xc0, 0xed, 0xed, 0xe0]))
  expect(await importSubscribers({ db, path, origin, now })).toMatchObject({ status: 'faulty', line: 1 })
  expect(await take('chat_id,locale,name\n')).toEqual({ status: 'empty' })
  expect(await importSubscribers({ db, path: join(folder, 'none.csv'), origin, now })).toMatchObject({
    status: 'unreadable',
  })
})

test('many rows are written in slices, and progress is reported for each', async () => {
  const progress: number[][] = []
  const lines = Array.from({ length: 12_001 }, (_, n) => `${1_000_000 + n},ru,Name ${n}`)
  expect(await take(lines.join('\n'), (...rows) => progress.push(rows))).toMatchObject({ rows: 12_001, added: 12_001 })
  expect(progress).toEqual([
    [5000, 12_001],
    [10_000, 12_001],
    [12_001, 12_001],
  ])
})

test('a name in CSV is read back as it was written', () => {
  const name = fc.string({ maxLength: 60 }).map((text) => text.replace(/\p{Cc}/gu, '').trim())
  fc.assert(
    fc.property(fc.integer({ min: 1 }), fc.constantFrom('ru', 'en'), name, (chatId, locale, text) => {
      const read = createLineReader()
      read('chat_id,locale,name')
      // The CSV writer adds an apostrophe before a text that spreadsheets would execute.
      const plain = (given: string) => given.replaceAll("'", '')
      const line = read(csvLine([chatId, locale, text]))
      if (typeof line === 'string' || 'fault' in line) throw new Error(JSON.stringify(line))
      expect({ ...line, name: plain(line.name) }).toEqual({ chatId, locale, name: plain(text) } as typeof line)
    }),
  )
})
