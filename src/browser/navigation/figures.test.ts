import { expect, test } from 'bun:test'
import { fadeMs } from './navigation.ts'
import { lookMs, mostAtOnce } from './prefetch.ts'
import { patienceMs } from './progress.ts'
import { guardMs } from './reload.ts'

// Browsers on a busy machine could not tell some of them from twice as much.
test('pages follow each other by the figures of the specification', () => {
  expect({ fadeMs, lookMs, guardMs }).toEqual({ fadeMs: 100, lookMs: 1000, guardMs: 10_000 })
})

test('a bar is shown after 200 ms, and two pages at most are fetched beforehand at once', () => {
  expect({ patienceMs, mostAtOnce }).toEqual({ patienceMs: 200, mostAtOnce: 2 })
})
