import { expect, test } from 'bun:test'
import { guardMs } from './leaving.ts'
import { fadeMs, patienceMs } from './navigation.ts'
import { maxAtOnce, visibleMs } from './prefetch.ts'

// Durations of the navigation are compared as numbers, because browser tests on a busy machine could not distinguish
// some of them from twice the value.
test('durations of navigation are those of the specification', () => {
  expect({ fadeMs, visibleMs, guardMs }).toEqual({ fadeMs: 100, visibleMs: 1000, guardMs: 10_000 })
})

test('progress is shown after 200 ms, and at most two pages are prefetched at once', () => {
  expect({ patienceMs, maxAtOnce }).toEqual({ patienceMs: 200, maxAtOnce: 2 })
})
