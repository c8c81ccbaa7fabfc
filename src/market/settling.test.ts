import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { minuteOf } from '../../tests/doubles/feed.ts'
import type { MinuteUpdate } from './candle.ts'
import { type CandleChanges, type CandleWindow, createCandleWindow } from './candle-window.ts'
import { closeTimeOf, minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

const midnight = Date.UTC(2026, 0, 1)
const asset = 'BTCUSDT'
const place = fc.integer({ min: -8, max: 22 })

/** Generator of market events in any order: a price of a minute, its end, a page of history, a verdict */
const event = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), at: place, price: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant('end' as const), at: place, price: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant('history' as const), at: place, length: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('verdict' as const), at: place, length: fc.integer({ min: 1, max: 6 }) }),
)
type MarketEvent = typeof event extends fc.Arbitrary<infer Event> ? Event : never

const timeAt = (number: number) => midnight + number * minuteMs

function minutesOf(happened: MarketEvent, time: number): MinuteUpdate[] {
  const { kind, at } = happened
  if (kind === 'verdict') return []
  if (kind === 'history') {
    return Array.from({ length: happened.length }, (_, n) => minuteOf(asset, timeAt(at + n), 50 + ((at + n) % 7)))
  }
  const isClosed = kind === 'end'
  // An exchange may send a minute again with another price; the later price counts.
  return [
    minuteOf(asset, timeAt(at), happened.price, { isClosed, time: timeAt(at) + (isClosed ? minuteMs : 0) + time }),
  ]
}

/** Simple reference implementation: tracks the known minutes and the emitted closes. */
function createWitness() {
  const minutes = new Map<number, MinuteUpdate>()
  const missing = new Set<number>()
  /** openTime of the next close to emit */
  const begins = new Map<Timeframe, number>()
  const isKnown = (time: number) => missing.has(time) || minutes.get(time)?.isClosed === true
  const isSettled = (tf: Timeframe, openTime: number) => {
    for (let time = openTime; time < closeTimeOf(openTime, tf); time += minuteMs) if (!isKnown(time)) return false
    return true
  }
  const within = (tf: Timeframe, openTime: number) =>
    [...minutes.values()]
      .filter((minute) => minute.openTime >= openTime && minute.openTime < closeTimeOf(openTime, tf))
      .sort((one, other) => one.openTime - other.openTime)
  const hasMinute = (tf: Timeframe, openTime: number) => within(tf, openTime).length > 0
  const wasEmitted = (time: number) => timeframes.some((tf) => openTimeOf(time, tf) < (begins.get(tf) ?? 0))

  const hearMinutes = (updates: MinuteUpdate[], { corrected }: CandleChanges) => {
    const first = Math.min(...updates.map(({ openTime }) => openTime))
    if (begins.size === 0) for (const tf of timeframes) begins.set(tf, openTimeOf(first, tf))
    for (const update of updates) {
      const known = minutes.get(update.openTime)
      const isNews = !known || (update.isClosed === known.isClosed ? update.time > known.time : update.isClosed)
      if (!isNews) continue
      minutes.set(update.openTime, update)
      // If the candle was emitted before, its change must be reported as a correction.
      if (!wasEmitted(update.openTime)) continue
      expect(corrected?.from).toBeLessThanOrEqual(update.openTime)
      expect(corrected?.to).toBeGreaterThan(update.openTime)
    }
  }
  const hearCloses = ({ settled, ticks }: CandleChanges) => {
    for (const { tf, openTime, open, close, isClosed } of settled) {
      let next = begins.get(tf) ?? Number.NaN
      // Skipped candles between two emitted ones have no minutes.
      for (; next < openTime; next = closeTimeOf(next, tf)) {
        expect(isSettled(tf, next)).toBe(true)
        expect(hasMinute(tf, next)).toBe(false)
      }
      expect(next).toBe(openTime)
      expect(isSettled(tf, openTime)).toBe(true)
      const known = within(tf, openTime)
      expect({ open, close, isClosed }).toMatchObject({
        open: known[0]?.open,
        close: known.at(-1)?.close,
        isClosed: true,
      })
      begins.set(tf, closeTimeOf(openTime, tf))
    }
    // No settled candle is held back; candles without any minute are skipped.
    for (const [tf, begin] of begins) {
      let waiting = begin
      for (; isSettled(tf, waiting); waiting = closeTimeOf(waiting, tf)) expect(hasMinute(tf, waiting)).toBe(false)
      begins.set(tf, waiting)
    }
    for (const { tf, openTime, isClosed } of ticks) {
      if (isClosed) expect(openTime).toBeLessThan(begins.get(tf) ?? Number.NaN)
    }
  }
  return {
    hear: (window: CandleWindow, happened: MarketEvent, time: number) => {
      const updates = minutesOf(happened, time)
      if (happened.kind === 'verdict') {
        const span = { from: timeAt(happened.at), to: timeAt(happened.at + happened.length) }
        for (let each = span.from; each < span.to; each += minuteMs) missing.add(each)
        return hearCloses(window.markMissing(span))
      }
      const news = window.take(updates)
      hearMinutes(updates, news)
      hearCloses(news)
    },
  }
}

test('closes settle once, in order, when all is known; later changes are corrections', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 40 }), (events) => {
      const window = createCandleWindow(asset)
      const witness = createWitness()
      for (const [time, each] of events.entries()) witness.hear(window, each, time)
    }),
    { numRuns: 300 },
  )
})
