import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** Returns the cells of table rows that have `columns` columns, without header rows */
const rowsOf = (section: string, columns: number) =>
  [...section.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = '']) => row.split(' | '))
    .filter((cells) => cells.length === columns && cells[0] !== '---')
    .slice(1)

test.each([
  ['ru', '## Когда с базой нельзя работать'],
  ['en', '## When a database cannot be used'],
])('every database problem on the page names existing tests: %s', async (locale, title) => {
  const page = await Bun.file(join(root, `content/${locale}/docs/5.operations/4.databases.md`)).text()
  const [, section = ''] = page.split(title)
  const troubles = rowsOf(section, 4).map(([what]) => what)
  const played = rowsOf(section, 2)
  expect(troubles.length).toBeGreaterThan(7)
  expect(played.map(([what]) => what)).toEqual(troubles)
  for (const [, tests = ''] of played) {
    const paths = [...tests.matchAll(/`((?:src|tests)\/[\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  }
})
