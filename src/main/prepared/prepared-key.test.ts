import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFiles } from '../../../tests/write-files.ts'
import { sourceKey } from '../../browser/source-key.ts'
import { readConfig } from '../../config.ts'
import { preparedKey } from './prepared-content.ts'

const home = mkdtempSync(join(tmpdir(), 'kurs-key-'))
afterAll(() => rmSync(home, { recursive: true }))

test('the key depends on the pipeline, texts, public files and settings', async () => {
  const contentDir = join(home, 'content')
  const publicDir = join(home, 'public')
  const { site } = readConfig({})
  const { routeRules } = readConfig({ ROUTE_RULES: '{"/a":{"redirect":"/b"}}' }).site
  const keyOf = (pipeline = 'a', changed = site) => preparedKey({ contentDir, site: changed }, { pipeline, publicDir })
  await writeFiles(home, { 'content/a.md': 'before', 'public/a.svg': 'before' })
  const first = keyOf()
  expect(keyOf()).toBe(first)
  const keys = [first, keyOf('b'), keyOf('a', { ...site, embeds: ['a.test'] }), keyOf('a', { ...site, routeRules })]
  for (const file of ['content/a.md', 'public/a.svg', 'content/b.md', 'public/b.svg']) {
    await writeFiles(home, { [file]: 'after' })
    keys.push(keyOf())
  }
  expect(new Set(keys).size).toBe(keys.length)
  const config = { contentDir, site }
  expect(preparedKey(config, { publicDir })).toBe(preparedKey(config, { pipeline: sourceKey(), publicDir }))
  const own = join(import.meta.dir, '../../../public')
  expect(preparedKey(config)).toBe(preparedKey(config, { publicDir: own }))
})
