import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const pageIn = (locale: string) =>
  readFileSync(join(root, `content/${locale}/docs/5.operations/16.threat-model.md`), 'utf8')

/** Returns the tests named by each threat, row by row */
function testsIn(page: string): string[][] {
  const rows = page.split('\n').filter((line) => /^\| .*\.test\.ts/.test(line))
  return rows.map((row) => [...row.matchAll(/`((?:src|tests)\/[\w./-]+)`/g)].map(([, path = '']) => path))
}

test('every threat names existing tests, the same in both languages', () => {
  const threats = testsIn(pageIn('en'))
  expect(threats.length).toBeGreaterThan(15)
  expect(threats.flat().filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(testsIn(pageIn('ru'))).toEqual(threats)
  const rowsOf = (page: string) => page.split('\n').filter((line) => line.startsWith('|')).length
  expect(rowsOf(pageIn('ru'))).toBe(rowsOf(pageIn('en')))
})

test('the links in SECURITY.md lead to existing pages', () => {
  const links = [...readFileSync(join(root, 'SECURITY.md'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(
    ([, path = '']) => path,
  )
  expect(links).toHaveLength(4)
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
