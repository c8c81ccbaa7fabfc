import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  bitcoinFeed,
  current,
  isLive,
  midnight,
  minute,
  minutesFrom,
  openMinute,
  placesOfTests,
  seen,
} from '../../../tests/doubles/market-processes.ts'
import { until } from '../../../tests/until.ts'
import { minuteMs } from '../timeframe.ts'
import { closeSettled, feedState } from '../topics.ts'

setDefaultTimeout(60_000)

const { newPlace, startFeed, startFollower } = placesOfTests()

describe('ticks', () => {
  test('of the feed’s process are repeated by a follower, each once and in the same order', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    await until(() => isLive(first))
    const follower = await startFollower(place)
    await until(() => isLive(follower))
    first.ticks.length = 0
    follower.ticks.length = 0
    for (let number = 0; number < 12; number++) {
      for (let ms = 1; ms < 20; ms++) feed.emit(openMinute(number, 100 + ms, ms))
      // The feed sends a late minute, a repeated one, and closed ones.
      feed.emit(openMinute(number - 1, 5), minute(number), minute(number))
    }
    expect(first.ticks.length).toBeGreaterThan(12 * 19 * 6)
    expect(first.ticks.filter(({ isClosed }) => isClosed).map(({ tf }) => tf)).toContain(5)
    expect(follower.ticks).toEqual(first.ticks)
    expect(await seen(follower)).toEqual(await seen(first))
  })

  test('close in the follower too when a minute is confirmed missing', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    await until(() => isLive(first))
    const follower = await startFollower(place)
    await until(() => isLive(follower))
    for (const each of [first, follower]) each.ticks.length = 0
    const settled: string[] = []
    follower.events.on(closeSettled, ({ tf, openTime }) => {
      settled.push(`${tf} ${(openTime - midnight) / minuteMs}`)
    })
    // The source never had minute 2; this is certain once the source has minutes five minutes later.
    feed.emit(...minutesFrom(0, 2), ...minutesFrom(3, 20))
    await until(() => settled.includes('15 0'))
    feed.emit(openMinute(20, 100))
    expect(follower.ticks.length).toBeGreaterThan(0)
    expect(follower.ticks).toEqual(first.ticks)
    expect(await seen(follower)).toEqual(await seen(first))
  })
})

describe('missed news', () => {
  test('in a gap is read from the database as after a fresh start, and its span is reported', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    await until(() => isLive(first))
    const follower = await startFollower(place)
    feed.emit(...minutesFrom(0, 5), openMinute(5, 300))
    await until(() => isLive(follower))
    place.wire.cut()
    feed.emit(minute(5, { high: 400 }), ...minutesFrom(6, 31), openMinute(31, 90))
    expect(follower.market.state()).toMatchObject({ name: 'waiting', reason: 'silent', isBackfilling: false })
    expect(current(follower, 60)?.volume).toBe(6)
    follower.corrected.length = 0
    const volumesWhenLive: unknown[] = []
    follower.events.on(feedState, ({ name }) => {
      if (name === 'live') volumesWhenLive.push(current(follower, 60)?.volume)
    })
    place.wire.mend()
    await until(() => isLive(follower))
    expect(volumesWhenLive[0]).toBe(32)
    const fresh = await startFollower(place)
    await until(() => isLive(fresh))
    expect(current(follower, 60)).toMatchObject({ volume: 32, high: 400, low: 90 })
    expect(await seen(follower)).toEqual(await seen(fresh))
    expect(await seen(follower)).toEqual(await seen(first))
    expect(follower.corrected).toEqual([{ from: midnight + 5 * minuteMs, to: midnight + 31 * minuteMs }])
  })

  test('read from a process that has gone meanwhile does not end the silence', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    // All news published by the first process is written, so a follower can read it at once.
    await first.market.sync()
    place.wire.cut()
    place.wire.mend()
    // The follower is connected again and is reading the news it missed.
    expect(follower.market.state().name).toBe('connecting')
    place.wire.cut()
    await follower.close()
    expect(follower.market.state()).toMatchObject({ name: 'waiting', reason: 'silent' })
  })

  test('lost in transit is detected by its number', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    place.wire.loses = () => true
    feed.emit(...minutesFrom(0, 4))
    place.wire.loses = () => false
    feed.emit(openMinute(4, 100))
    await until(() => current(follower, 5)?.volume === 5)
    place.wire.loses = (message) => message.startsWith('["market-news"')
    feed.emit(minute(4, { high: 777 }))
    // Only the message that everything is written follows the lost news message.
    place.wire.loses = () => false
    await first.market.sync()
    await until(() => current(follower, 5)?.high === 777)
    expect(await seen(follower)).toEqual(await seen(first))
  })

  test('during a restart of the feed’s process is recovered, and prices continue', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    feed.emit(...minutesFrom(0, 3), openMinute(3, 100))
    place.wire.cut()
    await first.close()
    place.wire.mend()
    expect(follower.market.state().name).toBe('connecting')
    const again = bitcoinFeed(minutesFrom(-1440, 20))
    const second = await startFeed(place, again, () => midnight + 20 * minuteMs)
    again.setState({ name: 'live' })
    await until(() => isLive(second) && isLive(follower))
    again.emit(openMinute(20, 500))
    expect(current(follower, 60)).toMatchObject({ volume: 21, high: 500 })
    expect(await seen(follower)).toEqual(await seen(second))
  })
})

describe('candles', () => {
  test('include a minute that has just closed, before the other process wrote it on its own', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    for (let number = 0; number < 10; number++) {
      feed.emit(minute(number), openMinute(number + 1, 100))
      for (const tf of [1, 5] as const) {
        const query = { asset: 'BTCUSDT', tf, limit: 100 }
        expect(await follower.market.candles(query)).toEqual(await first.market.candles(query))
      }
    }
    expect(await follower.market.closes('BTCUSDT', 1, midnight - 1)).toHaveLength(10)
  })

  test('are answered from stored data if the other process cannot be reached', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    feed.emit(minute(0), openMinute(1, 100))
    place.wire.loses = (message) => message.startsWith('["market-asked"')
    const answer = follower.market.candles({ asset: 'BTCUSDT', tf: 1, limit: 3 })
    place.wire.cut()
    expect((await answer).at(-1)?.openTime).toBe(midnight + minuteMs)
  })
})

describe('hints', () => {
  test('of settled closes and corrections arrive once the data can be read', async () => {
    const place = await newPlace()
    const feed = bitcoinFeed(minutesFrom(-1440, 0))
    const first = await startFeed(place, feed)
    feed.setState({ name: 'live' })
    const follower = await startFollower(place)
    await until(() => isLive(first) && isLive(follower))
    const read: Promise<number>[] = []
    follower.events.on(closeSettled, ({ asset, tf, openTime }) => {
      if (tf === 1) read.push(follower.market.closes(asset, tf, openTime - 1).then(({ length }) => length))
    })
    feed.emit(minute(0), openMinute(1, 100))
    await until(() => read.length === 1)
    feed.emit(minute(0, { high: 999, time: midnight + 2 * minuteMs }))
    await until(() => follower.corrected.some(({ from }) => from === midnight))
    expect(await Promise.all(read)).toEqual([1])
    expect(current(follower, 5)?.high).toBe(999)
  })
})
