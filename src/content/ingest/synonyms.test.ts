import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../../tests/migrated.ts'
import { writeFiles } from '../../../tests/write-files.ts'
import { type Db, openDb } from '../../db/client.ts'
import { createHighlighter } from '../body/highlight.ts'
import { searchContent } from '../search/search.ts'
import { ingest } from './ingest.ts'

let folder: string
let db: Db
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-synonyms-'))
  await putMigrated('content', folder)
  db = await openDb({ url: `file:${folder}/content.db` })
})
afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

const contentDir = () => join(folder, 'content')
const put = async (files: Record<string, string | null>, only?: string[]) => {
  await writeFiles(contentDir(), files)
  const deps = {
    db,
    contentDir: contentDir(),
    images: { measure: async () => undefined, prepare: async () => undefined },
    now: () => 0,
  }
  return ingest({ ...deps, highlighter: createHighlighter() }, { only })
}
const find = async (query: string) => (await searchContent(db, { locale: 'ru', query })).groups.map(({ path }) => path)

test('synonyms work both ways, in any inflection, for phrases too, until they are removed', async () => {
  await put({
    'ru/docs/backups.md': '# Резервная копия\n\nЧто копировать.\n',
    'ru/docs/rooms.md': '# Страховка\n\nО деньгах.\n',
    'ru/search.yml': 'страховка: [запасная копия]\nрезервная копия: [слепок, запасная копия]\n',
  })
  expect(await find('слепки')).toEqual(['/docs/backups'])
  expect(await find('запасной копии')).toEqual(expect.arrayContaining(['/docs/backups', '/docs/rooms']))
  await put({ 'ru/search.yml': 'слепок: [деньги]\n' }, ['ru/search.yml'])
  expect(await find('слепки')).toEqual(['/docs/rooms'])
  await put({ 'ru/search.yml': null }, ['ru/search.yml'])
  expect(await find('слепки')).toEqual([])
})

test('an invalid list is reported with file and line, and the last good lists stay', async () => {
  await put({ 'ru/docs/a.md': '# Копия\n\nТекст.\n', 'ru/search.yml': 'копия: [слепок]\n' })
  const { problems } = await put({ 'ru/search.yml': 'копия: [слепок]\nтекст: слово\n' })
  expect(problems).toMatchObject([{ file: 'ru/search.yml', line: 2, field: 'текст', severity: 'error' }])
  expect(await find('слепок')).toEqual(['/docs/a'])
})

test('a language has at most a thousand words, each with at most twenty synonyms', async () => {
  const many = Array.from({ length: 1001 }, (_, at) => `слово${at}: [иное${at}]`).join('\n')
  const { problems } = await put({ 'ru/search.yml': many })
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('at most 1000 words')])
  const wide = `слово: [${Array.from({ length: 21 }, (_, at) => `иное${at}`).join(', ')}]\n`
  const { problems: others } = await put({ 'ru/search.yml': wide })
  expect(others.map(({ message }) => message)).toEqual([expect.stringContaining('at most 20 words')])
})

test('common technical synonyms work without a list', async () => {
  await put({ 'ru/docs/a.md': '# База данных\n\nТекст.\n' })
  expect(await find('бд')).toEqual(['/docs/a'])
})
