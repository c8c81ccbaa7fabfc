import { expect, test } from 'bun:test'
import { fakeClock } from '../../tests/fake-clock.ts'
import { createFreshness } from './freshness.ts'
import type { AssetSpan } from './span.ts'
import { minuteMs } from './timeframe.ts'

const start = Date.UTC(2026, 10, 20, 12, 0, 30)

function watched({ isRecording = false, isOpen = (_asset?: string): boolean => true } = {}) {
  const clock = fakeClock(start)
  const changes: number[] = []
  const fetched: AssetSpan[] = []
  let next = start - 30_000
  let skew = 0
  const freshness = createFreshness({
    assets: ['A', 'B'],
    staleAfterMs: isRecording ? undefined : 90_000,
    isOpen,
    known: () => ({ time: start - 1000, next }),
    now: () => clock.now() + skew,
    clock,
    fetch: (span) => void fetched.push(span),
    onChange: () => void changes.push(clock.now() - start),
  })
  const pass = (ms: number, ...heard: string[]) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      for (const asset of heard) freshness.heard(asset)
      clock.advance(1000)
    }
  }
  const setNext = (time: number) => {
    next = time
  }
  const setBack = (ms: number) => {
    skew -= ms
  }
  return { clock, freshness, changes, fetched, pass, setNext, setBack }
}

test('an asset is stale after 90 s of silence and fresh with its next update; others are not', () => {
  const { freshness, changes, pass } = watched()
  pass(89_000, 'B')
  expect(freshness.stale()).toBeUndefined()
  pass(3000, 'B')
  expect(freshness.stale()).toEqual({ A: start - 1000 })
  pass(10 * minuteMs, 'B')
  freshness.heard('A')
  expect(freshness.stale()).toBeUndefined()
  expect(changes).toHaveLength(2)
  expect(changes[0]).toBeLessThanOrEqual(95_000)
})

test('each closed minute of a stale asset is fetched once, within 120 s', () => {
  const { clock, fetched, pass, setNext } = watched()
  pass(94_000, 'B')
  expect(fetched).toEqual([{ asset: 'A', from: start - 30_000, to: start + 30_000 }])
  setNext(start + 30_000)
  pass(minuteMs, 'B')
  pass(minuteMs, 'B')
  expect(fetched.map(({ to }) => to)).toEqual(
    [start + 30_000, start + 90_000, start + 150_000, start + 210_000].slice(0, 3),
  )
  expect(clock.now()).toBe(start + 214_000)
})

test('a halted asset is not stale; a clock set back restarts the period', () => {
  let isTraded = false
  const { freshness, pass, setBack } = watched({ isOpen: () => isTraded })
  pass(10 * minuteMs)
  expect(freshness.stale()).toBeUndefined()
  isTraded = true
  pass(80_000)
  expect(freshness.stale()).toBeUndefined()
  setBack(60 * minuteMs)
  pass(80_000)
  expect(freshness.stale()).toBeUndefined()
  pass(20_000)
  expect(Object.keys(freshness.stale() ?? {})).toEqual(['A', 'B'])
})

test('nothing is stale in a recording, which may have gaps', () => {
  const { freshness, pass } = watched({ isRecording: true })
  pass(10 * minuteMs)
  expect(freshness.stale()).toBeUndefined()
})

test('a traded asset that the source has lost is stale at once, and fresh with its next update', () => {
  const { freshness, changes, fetched, pass } = watched({ isOpen: (asset = '') => asset !== 'B' })
  freshness.lost(['A', 'B'])
  freshness.lost(['A'])
  expect(freshness.stale()).toEqual({ A: start - 1000 })
  expect(changes).toEqual([0])
  pass(94_000, 'B')
  expect(Object.keys(freshness.stale() ?? {})).toEqual(['A'])
  expect(fetched).toHaveLength(1)
  freshness.heard('A')
  expect(freshness.stale()).toBeUndefined()
})
