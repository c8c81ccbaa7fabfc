import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextWords } from '../src/auth/password/password-rules.ts'
import { expiryOf } from '../src/auth/session/session-rules.ts'
import { chaptersThatDoNotApply, items, notApplicable } from './asvs-items.ts'

/* Tests that every claimed requirement of ASVS 5.0 is covered, and that the documentation it requires exists. */

const page = (locale: 'ru' | 'en') =>
  readFileSync(join(import.meta.dir, `../content/${locale}/docs/5.operations/11.asvs.md`), 'utf8')

/** Returns the requirement numbers at the beginning of test names. */
function tested(): Set<string> {
  const files = readdirSync(import.meta.dir).filter((file) => /^asvs.*\.test\.ts$/.test(file))
  const names = files.flatMap((file) => [
    ...readFileSync(join(import.meta.dir, file), 'utf8').matchAll(/^ *test(?:\.each\([^)]*\))?\('([\d. ]+) /gm),
  ])
  return new Set(names.flatMap(([, numbers = '']) => numbers.split(' ')))
}

test('every item has either a test or a reason for having none', () => {
  const found = tested()
  expect(items.filter((item) => found.has(item) === item in notApplicable)).toEqual([])
  expect([...found].filter((number) => !items.some((item) => item === number))).toEqual([])
})

describe.each(['ru', 'en'] as const)('the page in %s', (locale) => {
  const text = page(locale)

  test('has a row for every item, and for no other', () => {
    const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| \d \|.*\| ([^|]+) \|$/gm)]
    expect(lines.map(([, number]) => number)).toEqual([...items])
    const without = lines.filter(([, , state]) => /not applicable|неприменимо/.test(state ?? ''))
    expect(without.map(([, number]) => number)).toEqual(items.filter((item) => item in notApplicable))
    for (const chapter of Object.keys(chaptersThatDoNotApply)) expect(text).toContain(chapter)
  })

  test('6.1.1 lists the rate limits against guessing', () => {
    const rows = [...text.matchAll(/^\|[^|]+\| (\d+) \| (\d+ (?:second|секунд|minute|минут|hour|час)\S*) \|$/gm)]
    expect(rows.map(([, burst, every]) => [Number(burst), Number.parseInt(every ?? '', 10)])).toEqual([
      [30, 4],
      [5, 30],
      [30, 60],
      [10, 30],
      [10, 30],
      [5, 12],
      [10, 6],
      [5, 30],
      [5, 10],
      [5, 10],
      [3, 20],
      [6, 4],
    ])
  })

  test('6.1.2 lists the words that passwords must not be based on', () => {
    for (const word of contextWords) expect(text).toContain(`\`${word}\``)
  })

  test('6.1.3 lists the sign-in paths', () => {
    for (const way of ['/login`', '/api/auth/login', '/setup', 'user …']) expect(text).toContain(way)
  })

  test('7.1.1 7.1.2 lists the session lifetimes used in the code', () => {
    const age = { createdAt: 0, seenAt: 0, isImpersonated: false }
    const hours = (role: 'user' | 'admin', seenAt: number) => expiryOf({ ...age, seenAt }, role) / 3600_000
    const long = 365 * 24 * 3600_000
    const spans = [hours('user', 0) / 24, hours('user', long) / 24, hours('admin', 0), hours('admin', long) / 24]
    const rows = [...text.matchAll(/^\| [^|]+ \| (\d+) (?:day|hour|дн|час)\S* \| (\d+) (?:day|дн)\S* \|$/gm)]
    expect(rows.flatMap(([, idle, most]) => [Number(idle), Number(most)])).toEqual(spans)
  })

  test('8.1.1 lists access rights', () => {
    expect(text).toMatch(/8\.1\.1\. \S/)
    for (const word of ['/admin`', '15 ']) expect(text).toContain(word)
  })
})
