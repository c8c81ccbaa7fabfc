import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleLength, closeTimeOf, minuteMs, openTimeOf } from '../../market/timeframe.ts'
import type { CandleRequest, FetchCandles } from '../candles/candle-loader.ts'
import { createCandleSource } from '../candles/candle-source.ts'
import { createReplay } from './replay.ts'

const begin = Date.UTC(2026, 0, 5)
const present = begin + 400 * minuteMs

/** Answers as the server does: candles of the known minutes that had closed at `until`. */
function marketOf(minutes: readonly DecimalCandle[]) {
  const asked: CandleRequest[] = []
  const candlesAt = (tf: CandleLength, until: number): DecimalCandle[] => {
    const candles = new Map<number, DecimalCandle>()
    for (const minute of minutes.filter(({ openTime }) => openTime + minuteMs <= until)) {
      const openTime = openTimeOf(minute.openTime, tf)
      const known = candles.get(openTime)
      const { open, high, low, volume } = known ?? { ...minute, volume: 0 }
      candles.set(openTime, {
        ...{ openTime, open, close: minute.close, volume: volume + minute.volume },
        ...{ high: Math.max(high, minute.high), low: Math.min(low, minute.low) },
      })
    }
    return [...candles.values()]
  }
  const fetchCandles: FetchCandles = async (request) => {
    asked.push(request)
    const { tf, from, to = Number.POSITIVE_INFINITY, until = present, limit } = request
    const all = candlesAt(tf, until).filter(({ openTime }) => openTime < to)
    return from === undefined ? all.slice(-limit) : all.filter(({ openTime }) => openTime >= from).slice(0, limit)
  }
  return { asked, candlesAt, fetchCandles }
}

const minutesWithHoles = fc
  .array(fc.record({ isKnown: fc.boolean(), repeat: fc.integer({ min: 1, max: 40 }) }), { minLength: 1, maxLength: 20 })
  .map((runs) =>
    [{ isKnown: true, repeat: 1 }, ...runs]
      .flatMap(({ isKnown, repeat }) => Array.from({ length: repeat }, () => isKnown))
      .slice(0, 400)
      .flatMap((isKnown, index) => (isKnown ? [minuteAt(index)] : [])),
  )

function minuteAt(index: number): DecimalCandle {
  const price = 100 + (index % 7)
  return { openTime: begin + index * minuteMs, open: price, high: price, low: price, close: price, volume: 1 }
}

test('a step goes to the end of the next existing candle and names the hole it passes', async () => {
  const property = fc.asyncProperty(minutesWithHoles, fc.constantFrom(1, 5, 60), async (minutes, tf: CandleLength) => {
    const market = marketOf(minutes)
    const start = begin + minuteMs
    const replay = createReplay({ start, fetchCandles: market.fetchCandles, now: () => present, after: () => () => {} })
    const charts = ([1, tf] as const).map((tf) => {
      const { fetchCandles } = replay.supply.peek()
      const candles = market.candlesAt(tf, start)
      const source = createCandleSource({ asset: 'BTCUSDT', tf, candles, wanted: 1, fetchCandles, onChange: () => {} })
      replay.supply.peek().follow(source, 'BTCUSDT', tf)
      return { source, tf }
    })
    for (let time = start; ; time = replay.time.peek()) {
      const next = minutes.find(({ openTime }) => openTime >= time)
      await replay.step(tf)
      const last = market.asked.at(-1)
      if (!next) {
        expect([replay.status.peek(), replay.time.peek()]).toEqual(['present', time])
        return
      }
      const end = closeTimeOf(time, tf)
      const isHole = next.openTime >= end
      expect(replay.time.peek()).toBe(isHole ? closeTimeOf(next.openTime, tf) : end)
      expect(replay.hole.peek()).toEqual(isHole ? { from: time, to: next.openTime } : undefined)
      expect(last?.until).toBe(replay.time.peek())
      for (const { source, tf } of charts) expect(source.candles).toEqual(market.candlesAt(tf, replay.time.peek()))
      expect(replay.priceOf('BTCUSDT')).toBe(charts[0]?.source.candles.at(-1)?.close)
      const count = market.asked.length
      const request = { asset: 'BTCUSDT', tf: 1, from: time, until: replay.time.peek(), limit: 1000 } as const
      const held = await replay.fetchCandles(request, new AbortController().signal)
      expect(held).toEqual(market.candlesAt(1, request.until).filter(({ openTime }) => openTime >= time))
      expect(market.asked.length).toBe(count)
    }
  })
  await fc.assert(property, { numRuns: 30 })
})

test('after a jump back, candles are requested again', async () => {
  const market = marketOf(Array.from({ length: 20 }, (_, index) => minuteAt(index)))
  const start = begin + 5 * minuteMs
  const replay = createReplay({ start, fetchCandles: market.fetchCandles, now: () => present, after: () => () => {} })
  const { fetchCandles, follow } = replay.supply.peek()
  const candles = market.candlesAt(1, start)
  follow(createCandleSource({ asset: 'BTCUSDT', tf: 1, candles, fetchCandles, onChange: () => {} }), 'BTCUSDT', 1)
  await replay.step(1)
  expect(replay.priceOf('BTCUSDT')).toBe(105)
  await replay.back(1, 1)
  expect(replay.priceOf('BTCUSDT')).toBeUndefined()
  const request = { asset: 'BTCUSDT', tf: 1, from: begin, until: start, limit: 1000 } as const
  expect(await replay.fetchCandles(request, new AbortController().signal)).toEqual(candles)
  expect(market.asked.at(-1)).toEqual(request)
})

test('a way back ends on a candle, also before the start, in a hole or while others are loaded', async () => {
  const counts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
  const ways = fc.record({ at: fc.nat(400), stepCount: fc.nat(3), counts })
  const lengths = fc.constantFrom(1, 5, 60)
  const property = fc.asyncProperty(minutesWithHoles, lengths, ways, async (minutes, tf: CandleLength, way) => {
    const market = marketOf(minutes)
    const start = begin + (1 + way.at) * minuteMs
    const replay = createReplay({ start, fetchCandles: market.fetchCandles, now: () => present, after: () => () => {} })
    const { fetchCandles, follow } = replay.supply.peek()
    const candles = market.candlesAt(tf, start)
    follow(createCandleSource({ asset: 'BTCUSDT', tf, candles, fetchCandles, onChange: () => {} }), 'BTCUSDT', tf)
    const times = [start]
    for (let count = 0; count < way.stepCount; count++) {
      await replay.step(tf)
      times.push(replay.time.peek())
    }
    const ends = market.candlesAt(tf, start).map(({ openTime }) => Math.min(start, closeTimeOf(openTime, tf)))
    const stepped = [...new Set(times.filter((time) => time > start))]
    const all = [...new Set([...ends, ...stepped])].toSorted((a, b) => b - a)
    const earlier = all.filter((end) => end < replay.time.peek())
    const total = way.counts.reduce((sum, count) => sum + count)
    await Promise.all(way.counts.map((count) => replay.back(count, tf)))
    await Bun.sleep(0)
    const last = market.candlesAt(tf, replay.time.peek()).at(-1)
    expect(replay.time.peek()).toBeLessThanOrEqual(closeTimeOf(last?.openTime ?? 0, tf))
    expect(replay.time.peek()).toBe(earlier[Math.min(total, earlier.length) - 1] ?? all.at(-1) ?? 0)
  })
  await fc.assert(property, { numRuns: 60 })
})

test('a way back that could not be loaded says so and can be tried again', async () => {
  const { fetchCandles: answer } = marketOf([minuteAt(0), minuteAt(1), minuteAt(5)])
  let isDown = true
  const fetchCandles: FetchCandles = async (...request) => {
    if (isDown) throw new Error('The server responded with 503')
    return answer(...request)
  }
  const start = begin + 6 * minuteMs
  const replay = createReplay({ start, fetchCandles, now: () => present, after: () => () => {} })
  const { follow } = replay.supply.peek()
  const source = createCandleSource({ asset: 'BTCUSDT', tf: 1, candles: [], fetchCandles, onChange: () => {} })
  follow(source, 'BTCUSDT', 1)
  await replay.back(1, 1)
  expect([replay.status.peek(), replay.time.peek()]).toEqual(['failed', start])
  isDown = false
  await replay.back(1, 1)
  expect([replay.status.peek(), replay.time.peek()]).toEqual(['paused', begin + 2 * minuteMs])
})
