import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const read = (path: string) => Bun.file(join(root, path)).text()

test.each(['ru', 'en'])('the page of limits names every table and only existing tests: %s', async (locale) => {
  const page = await read(`content/${locale}/docs/5.operations/13.limits.md`)
  const tests = [...page.matchAll(/`((?:src|tests)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(tests.length).toBeGreaterThan(50)
  expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const schemas = readdirSync(join(root, 'src/db/schema')).filter((name) => name !== 'content.ts')
  const texts = await Promise.all(schemas.map((name) => read(`src/db/schema/${name}`)))
  const tables = texts.flatMap((text) => [...text.matchAll(/sqliteTable\(\s*'(\w+)'/g)].map(([, name = '']) => name))
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
