import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { readFontFaces } from './subset-fonts.ts'

const root = join(import.meta.dir, '../../..')
const faces = await readFontFaces()
const own = faces.filter(({ file }) => dirname(file) === import.meta.dir)

test('all small faces together are at most 40 KB', async () => {
  expect(own.map(({ file }) => file.split('/').at(-1))).toEqual([
    'inter.woff2',
    'jetbrains-mono-cyrillic.woff2',
    'jetbrains-mono-latin.woff2',
  ])
  const bytes = own.reduce((sum, { file }) => sum + Bun.file(file).size, 0)
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThanOrEqual(40 * 1024)
})

test('the small faces have every character of the product that a published face has', async () => {
  const small = new Set(own.flatMap(({ characters }) => [...characters]))
  const published = new Set(faces.flatMap(({ characters }) => [...characters]))
  const files = ['src/i18n/messages/**/*.ts', 'content/{ru,en}/**/*.md'].map((pattern) => new Bun.Glob(pattern))
  const missing = new Map<string, string>()
  for (const path of files.flatMap((glob) => Array.from(glob.scanSync(root)))) {
    for (const character of await Bun.file(join(root, path)).text()) {
      const isWanted = published.has(character) && !small.has(character) && character !== '\n'
      if (isWanted) missing.set(character, path)
    }
  }
  expect(Object.fromEntries(missing)).toEqual({})
})

test('all faces of a family have the same weights', () => {
  const weights = Map.groupBy(faces, ({ family }) => family).values()
  for (const family of weights) expect(new Set(family.map(({ weights }) => JSON.stringify(weights))).size).toBe(1)
})
