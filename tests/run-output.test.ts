import { expect, test } from 'bun:test'
import { countIn, failuresIn, progressOf, slowestIn, timesIn } from './run-output.ts'

const output = `bun test v1.4.5

src/a.test.ts:
(pass) quick [0.50ms]

tests/e2e/b.test.tsx:
error: it broke
(fail) a page > is shown [2500.00ms]

src/a.test.ts:
(skip) on another system
(pass) slow [1500.00ms]

1 tests failed:
(fail) a page > is shown [2500.00ms]

 2 pass
 1 skip
 1 fail
Ran 4 tests across 2 files. [4.00s]
`

test('results of parallel workers are assigned to their files', () => {
  expect(timesIn(output)).toEqual([
    { file: 'src/a.test.ts', name: 'quick', ms: 0.5 },
    { file: 'tests/e2e/b.test.tsx', name: 'a page > is shown', ms: 2500 },
    { file: 'src/a.test.ts', name: 'slow', ms: 1500 },
  ])
})

test('a failure appears once, with the output printed before it', () => {
  expect(failuresIn(output)).toEqual([
    '\ntests/e2e/b.test.tsx:\nerror: it broke\n(fail) a page > is shown [2500.00ms]\n',
  ])
})

test('counts come from the summary; missing ones are 0', () => {
  expect(['pass', 'fail', 'error'].map((word) => countIn(output, word))).toEqual([2, 1, 0])
})

test('progress counts files and tests so far without the repeated failures', () => {
  expect(progressOf(output, 65_400)).toBe('1:05 · 2 files, 4 tests, 1 failed')
})

test('the ten slowest tests and files are listed first', () => {
  const many = Array.from({ length: 30 }, (_, at) => `src/f${at % 15}.test.ts:\n(pass) t${at} [${at * 1000}.00ms]`)
  const lines = slowestIn(many.join('\n')).split('\n')
  expect([lines.length, lines[0], lines[11]]).toEqual([22, 'Slowest tests', 'Slowest files'])
  expect([lines[1], lines[12]]).toEqual(['    29.0 s  src/f14.test.ts: t29', '    43.0 s  src/f14.test.ts: 2 tests'])
})
