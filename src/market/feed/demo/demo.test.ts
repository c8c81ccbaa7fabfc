import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { fakeClock } from '../../../../tests/fake-clock.ts'
import type { Candle, MinuteUpdate } from '../../candle.ts'
import { defaultInstruments } from '../../instrument.ts'
import { dayMs, minuteMs } from '../../timeframe.ts'
import type { Feed, FeedState } from '../feed.ts'
import { createDemoFeed } from './demo.ts'

setDefaultTimeout(60_000)

const day = Date.UTC(2026, 10, 20)
const assets = defaultInstruments.map(({ asset }) => asset)

function demoAt(time: number, seed = 'test', instruments = defaultInstruments) {
  const clock = fakeClock(time)
  return { clock, feed: createDemoFeed({ instruments, clock, seed }) }
}

async function historyOf(feed: Feed, asset: string, from: number, to: number): Promise<Candle[]> {
  return (await Array.fromAsync(feed.history(asset, from, to))).flat()
}

function listen(feed: Feed) {
  const [updates, states]: [MinuteUpdate[], FeedState[]] = [[], []]
  const stop = feed.start({ onUpdate: (update) => updates.push(update), onState: (state) => states.push(state) })
  return { updates, states, stop }
}

const withoutAsset = ({ openTime, open, high, low, close, volume }: MinuteUpdate): Candle => {
  return { openTime, open, high, low, close, volume }
}

test('a minute is the same in any requested range and in any process', async () => {
  const whole = await historyOf(demoAt(day + dayMs).feed, 'ETHUSDT', day - dayMs, day + dayMs)
  const part = await historyOf(demoAt(day + 3 * dayMs).feed, 'ETHUSDT', day - 5 * minuteMs, day + 7 * minuteMs)
  expect(whole).toHaveLength(2880)
  expect(part).toEqual(whole.slice(1435, 1447))
})

test('in any market a range equals its parts, and history equals past live prices', async () => {
  const minutes = fc.integer({ min: 0, max: 3000 })
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      fc.constantFrom(...assets),
      fc.tuple(minutes, minutes, minutes),
      fc.nat(dayMs),
      async (...given) => {
        const [seed, asset, moments, since] = given
        const [from = 0, middle = 0, to = 0] = moments
          .toSorted((one, other) => one - other)
          .map((at) => day + at * minuteMs)
        const { feed } = demoAt(day + 3000 * minuteMs, seed)
        const parts = [await historyOf(feed, asset, from, middle), await historyOf(feed, asset, middle, to)]
        expect(await historyOf(feed, asset, from, to)).toEqual(parts.flat())

        const own = defaultInstruments.filter((instrument) => instrument.asset === asset)
        const live = demoAt(day + since, seed, own)
        const { updates, stop } = listen(live.feed)
        live.clock.advance(2 * minuteMs + 1000 - (since % minuteMs))
        await stop()
        const closed = updates.filter((update) => update.asset === asset && update.isClosed).map(withoutAsset)
        expect(closed).toHaveLength(2)
        expect(closed).toEqual(await historyOf(feed, asset, closed[0]?.openTime ?? 0, (closed[1]?.openTime ?? 0) + 1))
      },
    ),
    { numRuns: 20 },
  )
})

test('another seed gives another market', async () => {
  const [one, other] = [demoAt(day, 'one').feed, demoAt(day, 'other').feed]
  expect(one.source).not.toBe(other.source)
  expect(await historyOf(one, 'BTCUSDT', day - dayMs, day)).not.toEqual(
    await historyOf(other, 'BTCUSDT', day - dayMs, day),
  )
})

test("each candle is valid, continues the previous one and has its instrument's digits", async () => {
  const { feed } = demoAt(day)
  for (const { asset, priceDigits, volumeDigits } of defaultInstruments) {
    let previous: Candle | undefined
    for (const candle of await historyOf(feed, asset, day - 2 * dayMs, day)) {
      const { openTime, open, high, low, close, volume } = candle
      expect(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && volume > 0).toBe(true)
      for (const price of [open, high, low, close]) expect(Number(price.toFixed(priceDigits))).toBe(price)
      expect(Number(volume.toFixed(volumeDigits))).toBe(volume)
      if (previous) expect([openTime, open]).toEqual([previous.openTime + minuteMs, previous.close])
      previous = candle
    }
  }
})

test('history has neither open minutes nor unknown assets', async () => {
  const { feed } = demoAt(day + 90_500)
  const candles = await historyOf(feed, 'BTCUSDT', day - minuteMs, day + dayMs)
  expect(candles.map(({ openTime }) => openTime)).toEqual([day - minuteMs, day])
  expect(await historyOf(feed, 'NOPE', day - dayMs, day)).toEqual([])
  expect(await historyOf(feed, 'BTCUSDT', day, day)).toEqual([])
})

test('assets are correlated, with volatility clusters and shocks', async () => {
  const { feed } = demoAt(day)
  const returns = async (asset: string) => {
    const candles = await historyOf(feed, asset, day - 30 * dayMs, day)
    return candles.map(({ open, close }) => Math.log(close / open))
  }
  const [btc, eth] = [await returns('BTCUSDT'), await returns('ETHUSDT')]
  expect(correlation(btc, eth)).toBeGreaterThan(0.5)
  const sizes = btc.map(Math.abs)
  expect(correlation(sizes.slice(30), sizes.slice(0, -30))).toBeGreaterThan(0.05)
  const variance = mean(btc.map((value) => value ** 2))
  expect(mean(btc.map((value) => value ** 4)) / variance ** 2).toBeGreaterThan(5)
})

test('live closes equal the later history, and no update exceeds the range of its minute', async () => {
  const { feed, clock } = demoAt(day - 100_000)
  const { updates, states, stop } = listen(feed)
  clock.advance(220_000)
  await stop()
  expect(states).toEqual([{ name: 'live' }])
  const history = new Map<string, Candle[]>()
  for (const asset of assets) history.set(asset, await historyOf(feed, asset, day - 3 * minuteMs, day + 2 * minuteMs))
  for (const asset of assets) {
    const own = updates.filter((update) => update.asset === asset)
    const closed = own.filter(({ isClosed }) => isClosed)
    expect(closed.map(withoutAsset)).toEqual(history.get(asset)?.slice(1, 4) ?? [])
    let [high, volume, minute] = [0, 0, 0]
    for (const update of own) {
      const whole = history.get(asset)?.find(({ openTime }) => openTime === update.openTime)
      if (!whole) continue
      if (update.openTime !== minute) [high, volume, minute] = [0, 0, update.openTime]
      expect(update.open).toBe(whole.open)
      expect(update.high >= high && update.high <= whole.high && update.low >= whole.low).toBe(true)
      expect(update.close <= update.high && update.close >= update.low).toBe(true)
      expect(update.volume >= volume && update.volume <= whole.volume).toBe(true)
      ;[high, volume] = [update.high, update.volume]
    }
    // The demo feed sends about four updates per second.
    expect(own.length).toBeGreaterThan(3.5 * 220)
    expect(own.length).toBeLessThan(4.5 * 220)
  }
})

test('closes come once, in order and before the next minute, also after a sleep of the machine', async () => {
  const { feed, clock } = demoAt(day)
  const { updates, stop } = listen(feed)
  clock.advance(1000)
  clock.jump(10 * minuteMs)
  clock.advance(1000)
  await stop()
  const own = updates.filter(({ asset }) => asset === 'SOLUSDT')
  expect(own.filter(({ isClosed }) => isClosed).map(({ openTime }) => (openTime - day) / minuteMs)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ])
  const times = own.map(({ openTime }) => openTime)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('nothing is emitted after the stop', async () => {
  const { feed, clock } = demoAt(day)
  const { updates, stop } = listen(feed)
  clock.advance(1000)
  await stop()
  const count = updates.length
  clock.advance(minuteMs)
  expect(updates).toHaveLength(count)
})

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function correlation(one: number[], other: number[]): number {
  const [averageOne, averageOther] = [mean(one), mean(other)]
  const products = one.map((value, at) => (value - averageOne) * ((other[at] ?? 0) - averageOther))
  const deviation = (values: number[], average: number) =>
    Math.sqrt(mean(values.map((value) => (value - average) ** 2)))
  return mean(products) / deviation(one, averageOne) / deviation(other, averageOther)
}
