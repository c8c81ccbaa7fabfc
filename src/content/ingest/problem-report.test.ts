import { expect, test } from 'bun:test'
import type { Problem } from './problem.ts'
import { formatProblems, kindsOf, reportProblems } from './problem-report.ts'

const link = (at: number): Problem => ({
  file: `en/docs/${at % 40}.md`,
  line: at,
  message: `The link /old/${at} is dead: there is no such page`,
  hint: 'Correct the address, or add the missing page or file.',
  severity: 'warning',
})
const field = (name: string, value: string): Problem => ({
  file: 'en/docs/a.md',
  line: 2,
  field: name,
  message: `expected text, got "${value}"`,
  hint: `Change the value of "${name}".`,
  severity: 'error',
})
const links = Array.from({ length: 5000 }, (_, at) => link(at + 1))

test('a few problems are listed one by one', () => {
  const few = [field('title', 'a'), link(1), link(2)]
  expect(reportProblems(few, 'content')).toBe(formatProblems(few, 'content'))
  expect(reportProblems([], 'content')).toBe('')
})

test('many problems are grouped by kind: errors first, then by count', () => {
  const report = reportProblems([link(0), ...links, field('title', 'a'), field('description', 'b')], 'content')
  expect(report).toBe(
    [
      '2 errors in 1 file, such as content/en/docs/a.md:2: title: expected text, got "a"',
      '  → Change the value of "title".',
      '5,001 warnings in 40 files, such as content/en/docs/0.md: The link /old/0 is dead: there is no such page',
      '  → Correct the address, or add the missing page or file.',
      'Each of them: kurs ingest --verbose, or /admin/content.',
      '',
    ].join('\n'),
  )
})

test('a grouped report has at most thirty lines, however many kinds there are', () => {
  const kinds = Array.from({ length: 60 }, (_, at) => ({ ...link(at), hint: `Do ${'x'.repeat(at)} instead.` }))
  const lines = reportProblems(kinds, 'content').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(30)
  expect(lines.at(-2)).toBe('And 46 warnings of other kinds.')
})

test('a verbose report has the kinds, then every problem', () => {
  const report = reportProblems(links, 'content', { isVerbose: true })
  expect(report.split('\n').length).toBeGreaterThan(5000)
  expect(report).toStartWith('5,000 warnings in 40 files')
  expect(report).toContain('\ncontent/en/docs/7.md:4007: warning: The link /old/4007 is dead: there is no such page\n')
  expect(report).not.toContain('--verbose')
})

test('problems with the same advice are one kind, whatever they name', () => {
  const other = { ...link(3), hint: 'Write guide/a: browsers resolve links of an index page from its parent folder.' }
  const another = { ...link(4), hint: 'Write guide/b: browsers resolve links of an index page from its parent folder.' }
  expect(
    kindsOf([field('title', 'a'), field('draft', 'b'), link(1), other, another]).map(({ problems }) => problems.length),
  ).toEqual([2, 2, 1])
})
