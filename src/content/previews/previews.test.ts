import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createPreviews, type Preview } from './previews.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-previews-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const inRussian: Preview = { site: 'Курс', section: 'Документация', title: 'Свечи & <сделки> «как есть»' }
const inEnglish: Preview = { site: 'Kurs', section: 'Docs', title: "What's a candle" }

test('pictures are drawn once, survive a restart, and unused ones are removed', async () => {
  const folder = join(home, 'kept')
  let pages = [inRussian, inEnglish, inEnglish]
  const open = () => createPreviews({ folder, wanted: async () => pages })
  const previews = open()
  expect(previews.addressOf(inRussian)).toBeUndefined()
  expect(await previews.draw()).toBe(true)
  expect(await previews.draw()).toBe(false)
  const addresses = [inRussian, inEnglish].map((page) => previews.addressOf(page) ?? '')
  expect(addresses.map((address) => address.replace('/images/', '')).sort()).toEqual((await readdir(folder)).sort())
  expect(open().addressOf(inRussian)).toBe(addresses[0])
  for (const name of await readdir(folder)) {
    const picture = await readFile(join(folder, name))
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(picture.length).toBeLessThan(100_000)
  }
  pages = [inRussian, { ...inEnglish, title: 'What a candle is' }]
  expect(await previews.draw()).toBe(true)
  expect(previews.addressOf(inEnglish)).toBeUndefined()
  expect(await readdir(folder)).toHaveLength(2)
})

test('every title fits: empty, very long, without spaces, with markup', async () => {
  const folder = join(home, 'odd')
  const titles = ['', ' ', 'слово '.repeat(200), 'Ж'.repeat(500), '</span><b>&amp;', '漢字 🙂', '\u0007']
  titles.push('\u00ad', '\u200b\u200d', '🧑\u200d🚀', 'a'.repeat(20_000))
  const previews = createPreviews({ folder, wanted: async () => titles.map((title) => ({ ...inRussian, title })) })
  await previews.draw()
  for (const name of await readdir(folder)) expect((await sharp(join(folder, name)).metadata()).height).toBe(630)
  expect(await readdir(folder)).toHaveLength(titles.length)
})

test('a picture that cannot be moved into place leaves no draft, even after retries', async () => {
  const folder = join(home, 'refused')
  const previews = createPreviews({ folder, wanted: async () => [inRussian] })
  await previews.draw()
  const [name = ''] = await readdir(folder)
  await rm(join(folder, name))
  const again = createPreviews({ folder, wanted: async () => [inRussian] })
  await mkdir(join(folder, name))
  for (let time = 0; time < 2; time++) await expect(again.draw()).rejects.toThrow()
  expect(await readdir(folder)).toEqual([name])
})
