import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  bitcoinFeed,
  isLive,
  midnight,
  minutesFrom,
  openMinute,
  placesOfTests,
} from '../../../tests/doubles/market-processes.ts'
import { until } from '../../../tests/until.ts'
import type { Feed } from '../feed/feed.ts'
import { minuteMs } from '../timeframe.ts'

setDefaultTimeout(60_000)

const { newPlace, startFeed, startFollower } = placesOfTests()

describe('the state', () => {
  test('equals that of the feed’s process, including its backfill', async () => {
    const place = await newPlace()
    const past = minutesFrom(-1440, 0)
    const feed = bitcoinFeed(past)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const history: Feed['history'] = async function* (...asked) {
      await held
      yield* feed.history(...asked)
    }
    const first = await startFeed(place, { ...feed, history })
    const follower = await startFollower(place)
    feed.setState({ name: 'live' })
    await until(() => follower.market.state().name === 'live')
    expect(follower.market.state()).toEqual(first.market.state())
    expect(follower.market.state()).toMatchObject({ isBackfilling: true, assets: { BTCUSDT: 'backfilling' } })
    release()
    await until(() => isLive(follower))
    feed.setState({ name: 'waiting', until: 5, reason: 'limited' })
    expect(follower.market.state()).toEqual({ name: 'waiting', until: 5, reason: 'limited', isBackfilling: false })
    feed.setState({ name: 'ended' })
    expect(follower.states.slice(-2)).toEqual(['limited', 'ended'])
  })

  test('is silent after thirty seconds without a message, and live with the next one', async () => {
    const place = await newPlace()
    let clock = 1_000_000
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place, { now: () => clock })
    await until(() => isLive(first) && isLive(follower))
    place.wire.loses = () => true
    clock += 30_000
    await follower.market.sync()
    expect(follower.market.state().name).toBe('live')
    clock += 1
    await follower.market.sync()
    expect(follower.market.state()).toEqual({
      name: 'waiting',
      until: clock + 2000,
      reason: 'silent',
      isBackfilling: false,
    })
    await follower.market.sync()
    expect(follower.states.slice(-2)).toEqual(['live', 'silent'])
    place.wire.loses = () => false
    await first.market.sync()
    expect(follower.market.state().name).toBe('live')
    // Price messages alone, without status messages, also show that the process is alive.
    clock += 30_000
    feed.emit(openMinute(0, 100))
    clock += 30_000
    await follower.market.sync()
    expect(follower.market.state().name).toBe('live')
  })

  test('is also silent after thirty seconds if the clock was set back', async () => {
    const place = await newPlace()
    let clock = 10 * 3600_000
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place, { now: () => clock })
    await until(() => isLive(first) && isLive(follower))
    place.wire.loses = () => true
    clock -= 2 * 3600_000
    await follower.market.sync()
    clock += 30_001
    await follower.market.sync()
    expect(follower.market.state()).toMatchObject({ name: 'waiting', reason: 'silent' })
  })

  test('without a feed’s process is silent with the last prices, and live when one starts', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    await until(() => !first.market.state().isBackfilling)
    await first.close()
    place.wire.cut()
    const follower = await startFollower(place)
    // A follower that has never been connected does not count as silent either.
    await follower.market.sync()
    expect(follower.market.state().name).toBe('connecting')
    place.wire.cut()
    expect(follower.market.state()).toMatchObject({ name: 'waiting', reason: 'silent' })
    expect(follower.market.current('BTCUSDT', 1)?.openTime).toBe(midnight - minuteMs)
    expect((await follower.market.summaries()).map(({ asset }) => asset)).toEqual(['BTCUSDT'])
    place.wire.mend()
    const second = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    await until(() => isLive(second) && isLive(follower))
  })
})
