import { expect, setDefaultTimeout, test } from 'bun:test'
import { isLive, placesOfTests, seen } from '../../../tests/doubles/market-processes.ts'
import { until } from '../../../tests/until.ts'
import { systemClock } from '../feed/clock.ts'
import { createDemoFeed } from '../feed/demo/demo.ts'
import { defaultInstruments } from '../instrument.ts'
import { dayMs, timeframes } from '../timeframe.ts'

setDefaultTimeout(60_000)

const { newPlace, startFeed, startFollower } = placesOfTests()
const instruments = defaultInstruments.slice(0, 1)

test('a follower has no later candle once the clock of the feed’s process is corrected', async () => {
  let ahead = 40 * dayMs
  const now = () => Date.now() + ahead
  const feed = createDemoFeed({ instruments, clock: { ...systemClock, now }, seed: 'set back' })
  const place = await newPlace()
  const first = await startFeed(place, feed, now)
  await until(() => isLive(first))
  const follower = await startFollower(place)
  await until(() => isLive(follower))
  const openTimes = () => timeframes.map((tf) => follower.market.current('BTCUSDT', tf)?.openTime ?? 0)
  expect(Math.min(...openTimes())).toBeGreaterThan(Date.now() + dayMs)
  const before = await follower.market.summaries()
  ahead = 0
  await until(() => Math.max(...openTimes()) <= Date.now())
  await until(() => isLive(first) && isLive(follower))
  follower.ticks.length = 0
  await until(() => follower.ticks.some(({ tf }) => tf === 1))
  await until(async () => Bun.deepEquals(await seen(follower), await seen(first)))
  expect(await follower.market.summaries()).not.toEqual(before)
  const days = await follower.market.candles({ asset: 'BTCUSDT', tf: 1440, limit: 1000 })
  expect(days.at(-1)?.openTime).toBe(Date.now() - (Date.now() % dayMs))
})
