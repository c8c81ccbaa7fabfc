import { expect, test } from 'bun:test'
import { minuteOf } from '../../tests/doubles/feed.ts'
import type { MinuteUpdate } from './candle.ts'
import { createCandleWindow } from './candle-window.ts'
import { createIngest } from './ingest.ts'
import { minuteMs } from './timeframe.ts'

const asset = 'BTCUSDT'
const midnight = Date.UTC(2026, 5, 10)
/** Number of minutes in the 49 hours that a candle window keeps */
const kept = 49 * 60

function start() {
  const window = createCandleWindow(asset)
  const [put, published, corrected]: [unknown[], number[][], number[][]] = [[], [], []]
  const number = (time: number) => (time - midnight) / minuteMs
  const ingest = createIngest({
    windows: {
      ...{ get: () => window, current: (_, tf) => window.current(tf), onTick: () => () => {}, onClose: () => () => {} },
      take: (_, minutes) => window.take(minutes).corrected,
      markMissing: (_, span) => void window.markMissing(span),
      hasOlderDays: () => false,
      reloadDays: async () => {},
    },
    store: { put: ({ openTime }, isOver) => void put.push([number(openTime), isOver]) },
    publisher: {
      minutes: (minutes: readonly MinuteUpdate[]) =>
        void published.push(minutes.map(({ openTime }) => number(openTime))),
      missing: ({ from, to }) => void published.push([number(from), number(to)]),
    },
    dayReloads: { corrected: () => {} },
    announcements: { corrected: ({ from, to }) => void corrected.push([number(from), number(to)]) },
  })
  const at = (minute: number, high = 100) => minuteOf(asset, midnight + minute * minuteMs, 100, { high })
  return { ingest, window, at, put, published, corrected }
}

test('minutes are stored, recent ones published, and changes of the past reported as corrections', () => {
  const { ingest, at, put, published, corrected } = start()
  for (const minute of [0, 0, 1, -3, 1 - kept, -kept]) ingest.update(at(minute))
  expect(put).toEqual([
    [0, false],
    [0, false],
    [1, false],
    [-3, true],
    [1 - kept, true],
    [-kept, true],
  ])
  expect(published).toEqual([[0], [0], [1], [-3], [1 - kept], []])
  expect(corrected).toEqual([
    [-3, -2],
    [1 - kept, 2 - kept],
    [-kept, 1 - kept],
  ])
  // A repeated minute changes nothing in the candle window, so no correction is published.
  ingest.update(at(1 - kept))
  expect(corrected).toHaveLength(3)
})

test('stored minutes and missing ones are only published', () => {
  const { ingest, window, at, put, published } = start()
  ingest.past(asset, [at(0), at(1), at(3)])
  ingest.missing({ asset, from: midnight + 2 * minuteMs, to: midnight + 3 * minuteMs })
  expect([put, published]).toEqual([
    [],
    [
      [0, 1, 3],
      [2, 3],
    ],
  ])
  expect(window.current(1)?.openTime).toBe(midnight + 3 * minuteMs)
  expect(window.current(5)?.isClosed).toBe(false)
})
