import { expect, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../../tests/doubles/feed.ts'
import type { MinuteUpdate } from '../../candle.ts'
import { defaultInstruments, pairOf } from '../../instrument.ts'
import type { ListingNews } from '../../listing/listing.ts'
import type { FeedState } from '../feed.ts'
import { joinFeeds } from './joined-feed.ts'

const minute = 1_795_176_000_000
const instruments = defaultInstruments.slice(0, 2)

function join() {
  const first = Object.assign(createTestFeed({ instruments, source: 'binance' }), { id: 'binance' as const })
  const second = Object.assign(createTestFeed({ instruments, source: 'bybit' }), { id: 'bybit' as const })
  const feed = joinFeeds([first, second])
  const [updates, states, news]: [MinuteUpdate[], FeedState[], ListingNews[]] = [[], [], []]
  const lost: string[][] = []
  const stop = feed.start({
    onUpdate: (update) => updates.push(update),
    onState: (state) => states.push(state),
    onListings: (listings) => news.push(...listings),
    onLost: (assets) => lost.push([...assets]),
  })
  return { first, second, feed, updates, states, news, lost, stop }
}

test('the first exchange keeps its symbols; those of the second carry their venue', async () => {
  const { first, second, feed, updates, news, stop } = join()
  expect(feed).toMatchObject({ id: 'binance', source: 'binance,bybit' })
  expect(feed.instruments.map(({ asset }) => asset)).toEqual(['BTCUSDT', 'ETHUSDT', 'bybit:BTCUSDT', 'bybit:ETHUSDT'])
  expect(feed.instruments.map(pairOf)).toEqual(['BTC/USDT', 'ETH/USDT', 'BTC/USDT · Bybit', 'ETH/USDT · Bybit'])
  first.emit(minuteOf('BTCUSDT', minute, 100))
  second.emit(minuteOf('BTCUSDT', minute, 101))
  expect(updates.map(({ asset }) => asset)).toEqual(['BTCUSDT', 'bybit:BTCUSDT'])
  second.setListings({ asset: 'ETHUSDT', status: 'halted' })
  expect(news).toEqual([{ asset: 'bybit:ETHUSDT', status: 'halted' }])
  await stop()
})

test('history is asked of the exchange that the symbol names', async () => {
  const { first, second, feed, stop } = join()
  second.past.push(minuteOf('BTCUSDT', minute, 101))
  const history = async (asset: string) => (await Array.fromAsync(feed.history(asset, 0, minute + 1))).flat().length
  expect([await history('BTCUSDT'), await history('bybit:BTCUSDT'), await history('okx:BTCUSDT')]).toEqual([0, 1, 0])
  expect(first.asked.map(({ asset }) => asset)).toEqual(['BTCUSDT', 'okx:BTCUSDT'])
  expect(second.asked.map(({ asset }) => asset)).toEqual(['BTCUSDT'])
  await stop()
})

test('prices are live while one exchange is; else the attempt that comes first is shown', async () => {
  const { first, second, states, stop } = join()
  const waiting = (until: number) => ({ name: 'waiting', until, reason: 'disconnected' }) as const
  first.setState({ name: 'live' })
  second.setState(waiting(20))
  first.setState(waiting(30))
  second.setState({ name: 'live' })
  expect(states).toEqual([{ name: 'live' }, { name: 'live' }, waiting(20), { name: 'live' }])
  await stop()
})

test('assets of an exchange that is not live are lost at once, also before it was', async () => {
  const { first, second, lost, stop } = join()
  second.setState({ name: 'connecting' })
  first.setState({ name: 'live' })
  expect(lost).toEqual([['bybit:BTCUSDT', 'bybit:ETHUSDT']])
  second.setState({ name: 'live' })
  first.setState({ name: 'waiting', until: 20, reason: 'disconnected' })
  expect(lost.slice(1)).toEqual([['BTCUSDT', 'ETHUSDT']])
  await stop()
})
