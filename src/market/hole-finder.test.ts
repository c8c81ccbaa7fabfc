import { expect, test } from 'bun:test'
import { minuteOf } from '../../tests/doubles/feed.ts'
import { createCandleWindow } from './candle-window.ts'
import { createHoleFinder } from './follow-feed.ts'
import { minuteMs } from './timeframe.ts'

const asset = 'BTCUSDT'
const midnight = Date.UTC(2026, 5, 10)
const hourMs = 3_600_000
const at = (number: number, isClosed = true) => minuteOf(asset, midnight + number * minuteMs, 100, { isClosed })

/** Creates a hole finder. @param stored  number of the newest minute already stored, if any */
function start(until: number, stored?: number) {
  const window = createCandleWindow(asset)
  if (stored !== undefined) window.take([at(stored)])
  const newest = () => window.current(1)?.openTime ?? Number.NEGATIVE_INFINITY
  const [firsts, touched]: [string[], number[]] = [[], []]
  const find = createHoleFinder({
    windows: { get: () => window, current: (_, tf) => window.current(tf) },
    store: { touch: (_, openTime) => void touched.push((openTime - midnight) / minuteMs) },
    until: midnight + until * minuteMs,
    newest,
    onFirst: (first) => void firsts.push(first),
  })
  /** Sends a minute through the feed and returns the hole found before it, in minutes after midnight. */
  const hear = (number: number, isClosed = true) => {
    const hole = find(at(number, isClosed))
    window.take([at(number, isClosed)])
    return hole && [(hole.from - midnight) / minuteMs, (hole.to - midnight) / minuteMs]
  }
  return { hear, firsts, touched }
}

test('the hole before the first minute starts at the market start or after the stored minutes', () => {
  expect(start(0).hear(0)).toBeUndefined()
  expect(start(0).hear(3)).toEqual([0, 3])
  expect(start(0, -10).hear(3)).toEqual([0, 3])
  // If our clock is ahead of the feed's, the hole starts after the stored minutes.
  expect(start(5, 0).hear(3)).toEqual([1, 3])
  expect(start(5, 2).hear(3)).toBeUndefined()
  expect(start(5).hear(3)).toEqual([3 - hourMs / minuteMs, 3])
})

test('a hole includes the minute before it if that was not closed, and is found once', () => {
  const { hear, firsts, touched } = start(0)
  expect([hear(0), hear(1, false), hear(2), hear(5), hear(4), hear(5)]).toEqual([
    undefined,
    undefined,
    [1, 2],
    [3, 5],
    undefined,
    undefined,
  ])
  expect(hear(6)).toBeUndefined()
  expect([firsts, touched]).toEqual([[asset], [0, 1, 2, 5]])
})
