import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../../tests/migrated.ts'
import { page } from '../../../tests/site.ts'
import { writeFiles } from '../../../tests/write-files.ts'
import { type Db, openDb } from '../../db/client.ts'
import { createHighlighter } from '../body/highlight.ts'
import { findContentVersion, listImages } from '../queries.ts'
import type { ImageMaker } from './images.ts'
import { type IngestOptions, ingest } from './ingest.ts'
import { drawPictures } from './pictures.ts'

let folder: string
let db: Db
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-pictures-'))
  await putMigrated('content', folder)
  db = await openDb({ url: `file:${folder}/content.db` })
  await writeFiles(folder, { 'ru/docs/a.md': page({}, '![A](a.png)\n\n![B](/b.png)') })
})
afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

const own = '/content/ru/docs/a.png'
const row = (src: string, digest = 'd') => ({ src, digest, width: 640, height: 480, widths: '[]' })
const measure: ImageMaker['measure'] = async (src) => ({ row: row(src), lacksCopies: true })
const prepare: ImageMaker['prepare'] = async (src) => ({ ...row(src), widths: '[320,640]' })

function run(images: Partial<ImageMaker> = {}, options: IngestOptions = {}) {
  const deps = { db, contentDir: folder, highlighter: createHighlighter(), now: () => 0 }
  return ingest({ ...deps, images: { measure, prepare, ...images } }, options)
}

const widths = async () => (await listImages(db)).map((image) => `${image.src} ${image.widths}`).sort()

test('pages show originals with their size until copies are made in the background', async () => {
  const report = await run({ prepare: () => Promise.reject(new Error('Not yet')) }, { pictures: 'later' })
  expect(report).toMatchObject({ problems: [], undrawn: [own, '/b.png'] })
  expect(await widths()).toEqual(['/b.png []', `${own} []`])

  const before = await findContentVersion(db)
  expect(await drawPictures(db, { prepare }, report.undrawn)).toEqual(new Map())
  expect(await widths()).toEqual(['/b.png [320,640]', `${own} [320,640]`])
  expect(await findContentVersion(db)).toBe(before + 1)
})

test('a run that makes the copies itself leaves none undrawn', async () => {
  expect(await run()).toMatchObject({ problems: [], undrawn: [] })
  expect(await widths()).toEqual(['/b.png [320,640]', `${own} [320,640]`])
})

test('a picture that cannot be drawn keeps its original and is reported with page and line', async () => {
  const { problems } = await run({ prepare: async (src) => (src === own ? undefined : prepare(src)) })
  expect(problems).toMatchObject([{ file: 'ru/docs/a.md', line: 6, message: expect.stringContaining('ru/docs/a.png') }])
  expect(await widths()).toEqual(['/b.png [320,640]', `${own} []`])
})

test('copies of a picture that has changed meanwhile are not shown', async () => {
  const { undrawn } = await run({}, { pictures: 'later' })
  await run({ measure: async (src) => ({ row: row(src, 'new'), lacksCopies: true }) }, { pictures: 'later' })
  expect(await drawPictures(db, { prepare }, undrawn)).toEqual(new Map())
  expect(await widths()).toEqual(['/b.png []', `${own} []`])
})
