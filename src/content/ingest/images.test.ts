import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createImageMaker } from './images.ts'

const imagesDir = await mkdtemp(join(tmpdir(), 'kurs-images-'))
afterAll(() => rm(imagesDir, { recursive: true, force: true }))

test('several processes may make the same copies at once', async () => {
  // Flat, so that its widest copies are little work.
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="1"><rect width="80" height="1"/></svg>'
  const readPicture = async () => new TextEncoder().encode(picture)
  const makers = Array.from({ length: 4 }, () => createImageMaker({ readPicture, imagesDir }))
  const made = await Promise.all(makers.map((maker) => maker.prepare('/picture.svg')))
  expect(new Set(made.map((row) => JSON.stringify(row))).size).toBe(1)
  const files = await readdir(imagesDir)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !/^\w+-\d+\.webp$/.test(file))).toEqual([])
})
