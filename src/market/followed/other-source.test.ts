import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import {
  bitcoin,
  bitcoinFeed,
  isLive,
  midnight,
  minutesFrom,
  placesOfTests,
} from '../../../tests/doubles/market-processes.ts'
import { until } from '../../../tests/until.ts'
import type { Feed } from '../feed/feed.ts'
import { minuteMs } from '../timeframe.ts'

setDefaultTimeout(600_000)

const { newPlace, startFeed, startFollower } = placesOfTests()

describe('another source', () => {
  const other = createTestFeed({
    instruments: [{ ...bitcoin, asset: 'GOLDUSD', base: 'GOLD', quote: 'USD', name: 'Gold' }],
    source: 'binance',
  })
  const binance: Feed = { ...other, id: 'binance' }

  test('than FEED names is shown as what it is, and both are named', async () => {
    const place = await newPlace()
    await startFeed(place, bitcoinFeed())
    const follower = await startFollower(place, { expected: 'binance' })
    await until(() => follower.market.state().name === 'connecting' && follower.market.feed.id === 'demo')
    expect(follower.market.instruments).toEqual([bitcoin])
    await until(() => follower.logged().includes('"here":"binance","there":"test"'))
    expect(follower.market.otherSource?.()).toEqual({ here: 'binance', there: 'test' })
    const silentOne = await startFollower(place)
    await until(() => silentOne.logged().includes('following the process with the feed'))
    expect(silentOne.logged()).not.toContain('"level":"warn"')
    expect(silentOne.market.otherSource?.()).toBeUndefined()
  })

  test('takes the place of the former one, whose prices are gone', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    expect(follower.market.feed.id).toBe('demo')
    place.wire.cut()
    await first.close()
    place.wire.mend()
    const second = await startFeed(place, binance)
    other.tell(minuteOf('GOLDUSD', midnight, 4000))
    other.setState({ name: 'live' })
    await until(() => follower.market.state().name === 'live' && follower.market.feed.id === 'binance')
    expect(follower.market.instruments).toEqual(binance.instruments)
    expect(follower.market.instrument('BTCUSDT')).toBeUndefined()
    expect(follower.market.current('BTCUSDT', 1)).toBeUndefined()
    expect(await follower.market.candles({ asset: 'BTCUSDT', tf: 1, limit: 1 })).toEqual([])
    follower.ticks.length = 0
    other.tell(minuteOf('GOLDUSD', midnight + minuteMs, 4001))
    expect(follower.ticks.map(({ asset }) => asset)).toContain('GOLDUSD')
    expect((await follower.market.summaries()).map(({ asset, last }) => [asset, last])).toEqual([['GOLDUSD', 4001]])
    await second.close()
  })
})
