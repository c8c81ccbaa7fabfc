import { expect, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { until } from '../../../tests/until.ts'
import { type MarketPublisherOptions, publishToFollowers } from './publish-to-followers.ts'

type Message = { number?: number; told?: number; stored?: number; minutes?: unknown[]; missing?: unknown[] }

function open() {
  const messages: Message[] = []
  const place = { areThere: true, isWritable: true, ask: () => {}, writes: [] as (() => void)[] }
  const events: MarketPublisherOptions['events'] = {
    emit: (_topic, payload) => void messages.push(payload as Message),
    on: (_topic, listener) => {
      place.ask = () => listener({} as never)
      return () => {}
    },
    others: { areThere: () => place.areThere, onJoin: () => () => {}, onLeave: () => () => {} },
  }
  const flush = () =>
    new Promise<boolean>((resolve) => {
      const { isWritable } = place
      place.writes.push(() => resolve(isWritable))
    })
  const state = () => ({ name: 'live', isBackfilling: false }) as const
  return { ...place, place, messages, publisher: publishToFollowers({ feed: createTestFeed(), events, state, flush }) }
}

const minutes = Array.from({ length: 1001 }, (_, n) => minuteOf('BTCUSDT', n * 60_000, 100))

test('news is numbered, with at most five hundred minutes, also without followers', () => {
  const { publisher, messages, place } = open()
  publisher.minutes(minutes)
  const span = { asset: 'BTCUSDT', from: 0, to: 60_000 }
  publisher.missing(span)
  expect(messages.map((news) => [news.number, news.minutes?.length, news.missing])).toEqual([
    [1, 500, []],
    [2, 500, []],
    [3, 1, []],
    [4, 0, [span]],
  ])
  expect(messages.flatMap((news) => news.minutes)).toEqual(minutes)
  place.areThere = false
  publisher.missing(span)
  publisher.stateChanged()
  place.areThere = true
  publisher.missing(span)
  expect(messages.slice(4).map(({ number }) => number)).toEqual([6])
})

test('a request is answered at once, and again when earlier news is written', async () => {
  const { publisher, messages, place } = open()
  const last = () => [messages.at(-1)?.told, messages.at(-1)?.stored]
  place.ask()
  expect(last()).toEqual([0, 0])
  expect(messages.length).toBe(1)
  expect(place.writes.length).toBe(1)
  publisher.minutes(minutes.slice(0, 1))
  // A status requested again during the first write: one more write follows for all requests.
  place.ask()
  const synced = publisher.sync()
  place.writes[0]?.()
  await until(() => place.writes.length === 2)
  expect(last()).toEqual([1, 0])
  place.writes[1]?.()
  await synced
  expect(last()).toEqual([1, 1])
  expect(place.writes.length).toBe(2)
  publisher.minutes(minutes.slice(0, 1))
  place.isWritable = false
  const failing = publisher.sync()
  place.writes[2]?.()
  await failing
  expect(last()).toEqual([2, 1])
  expect(place.writes.length).toBe(3)
})
