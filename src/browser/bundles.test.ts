import { beforeAll, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { assetsDir } from '../../tests/assets-dir.ts'
import { buildInSubprocess, ensureBuild } from './builds.ts'
import { sourceKey } from './source-key.ts'

const kilobyte = 1024

let folder: string
let names: string[]
beforeAll(async () => {
  const { folders } = await ensureBuild(assetsDir, sourceKey(), buildInSubprocess)
  folder = folders[0] ?? ''
  names = await readdir(folder)
}, 120_000)

test('no file that browsers load contains a validation library', async () => {
  const scripts = names.filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))
  expect(scripts).toEqual(expect.arrayContaining([expect.stringMatching(/^offline-worker-/), 'service-worker.js']))
  // SQLite's own script has a field called `zod`, so the pattern has names that only the Zod library contains.
  expect(scripts.filter((_, at) => /\$Zod|ZodError|_zod\b/.test(texts[at] ?? ''))).toEqual([])
  const isOfPages = (name: string) => /^(entry|chunk)-/.test(name)
  expect(scripts.filter((name, at) => isOfPages(name) && /zod/i.test(texts[at] ?? ''))).toEqual([])
})

test('sheets: at most 16 KB for every page, 20 KB for the app, 12 KB for administrators', async () => {
  for (const [pattern, most] of [
    [/^styles-/, 16],
    [/^app-styles-/, 20],
    [/^admin-styles-/, 12],
  ] as const) {
    const sheets = names.filter((name) => pattern.test(name) && name.endsWith('.css'))
    expect(sheets).toHaveLength(1)
    const bytes = await readFile(join(folder, sheets[0] ?? ''))
    const { length } = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    expect(length, String(pattern)).toBeLessThanOrEqual(most * kilobyte)
  }
})
