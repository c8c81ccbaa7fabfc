import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putMigrated } from '../../../tests/migrated.ts'
import { type Db, openDb } from '../../db/client.ts'
import { createImageMaker } from './images.ts'
import { clearCopies } from './picture-copies.ts'
import { deleteImage, replaceImage } from './queries.ts'

const hour = 60 * 60_000
let folder: string
let imagesDir: string
let db: Db
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-copies-'))
  imagesDir = join(folder, 'images')
  await putMigrated('content', folder)
  db = await openDb({ url: `file:${folder}/content.db` })
})
afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

const files = async () => (await readdir(imagesDir)).sort()

async function prepare(src: string, color: string) {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="1"><rect fill="${color}" width="80" height="1"/></svg>`
  const maker = createImageMaker({ readPicture: async () => new TextEncoder().encode(picture), imagesDir })
  const row = await maker.prepare(src)
  if (!row || 'tooLarge' in row) throw new Error(`No ${src}`)
  await db.writeBatch([replaceImage(db, row)])
  return (await files()).filter((name) => name.startsWith(row.digest))
}

async function age(names: string[], at: number) {
  for (const name of names) await utimes(join(imagesDir, name), new Date(at), new Date(at))
}

test('copies stay for a day after the last use of a picture, and always while it is in use', async () => {
  const now = Date.now()
  const kept = await prepare('/kept.svg', 'red')
  const left = await prepare('/left.svg', 'blue')
  await Bun.write(join(imagesDir, 'og-0123456789abcdef.png'), 'a picture of a link')
  await age([...(await files())], now - 1000 * hour)
  expect(await clearCopies(db, imagesDir, now)).toEqual([])
  await db.writeBatch([deleteImage(db, '/left.svg')])
  expect(await clearCopies(db, imagesDir, now + 24 * hour)).toEqual([])
  expect((await clearCopies(db, imagesDir, now + 25 * hour)).sort()).toEqual(left)
  expect(await files()).toEqual([...kept, 'og-0123456789abcdef.png'].sort())
})

test('copies made by an older version are replaced and removed', async () => {
  const now = Date.now()
  const own = await prepare('/content/ru/docs/a.svg', 'red')
  expect(own.some((name) => name.endsWith('.svg'))).toBe(true)
  const old = ['00000000000000aa-320.webp', '00000000000000aa.svg', '00000000000000aa-320.webp.x.part']
  for (const name of old) await Bun.write(join(imagesDir, name), 'as it was')
  await age(old, now - 25 * hour)
  expect((await clearCopies(db, imagesDir, now)).sort()).toEqual(old.sort())
  expect(await files()).toEqual(own)
})

test('a picture used again within the day keeps its copies before its row is written', async () => {
  const now = Date.now()
  const copies = await prepare('/a.svg', 'red')
  await age(copies, now - 1000 * hour)
  await db.writeBatch([deleteImage(db, '/a.svg')])
  // `prepare` finds the existing copies instead of making them, which counts as a use.
  await prepare('/a.svg', 'red')
  await db.writeBatch([deleteImage(db, '/a.svg')])
  expect(await clearCopies(db, imagesDir, now)).toEqual([])
  expect(await files()).toEqual(copies)
})

test('a missing folder is not an error', async () => {
  expect(await clearCopies(db, imagesDir, Date.now())).toEqual([])
})
