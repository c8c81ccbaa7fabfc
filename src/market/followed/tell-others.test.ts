import { expect, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { until } from '../../../tests/until.ts'
import { type TellOthersOptions, tellOthers } from './tell-others.ts'

type Told = { number?: number; told?: number; stored?: number; minutes?: unknown[]; missing?: unknown[] }

function open() {
  const told: Told[] = []
  const place = { areThere: true, isWritable: true, ask: () => {}, writes: [] as (() => void)[] }
  const events: TellOthersOptions['events'] = {
    emit: (_topic, payload) => void told.push(payload as Told),
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
  return { ...place, place, told, teller: tellOthers({ feed: createTestFeed(), events, state, flush }) }
}

const minutes = Array.from({ length: 1001 }, (_, n) => minuteOf('BTCUSDT', n * 60_000, 100))

test('news is numbered, with at most five hundred minutes, also without followers', () => {
  const { teller, told, place } = open()
  teller.minutes(minutes)
  const span = { asset: 'BTCUSDT', from: 0, to: 60_000 }
  teller.missing(span)
  expect(told.map((news) => [news.number, news.minutes?.length, news.missing])).toEqual([
    [1, 500, []],
    [2, 500, []],
    [3, 1, []],
    [4, 0, [span]],
  ])
  expect(told.flatMap((news) => news.minutes)).toEqual(minutes)
  place.areThere = false
  teller.missing(span)
  teller.stateChanged()
  place.areThere = true
  teller.missing(span)
  expect(told.slice(4).map(({ number }) => number)).toEqual([6])
})

test('a request is answered at once, and again when earlier news is written', async () => {
  const { teller, told, place } = open()
  const last = () => [told.at(-1)?.told, told.at(-1)?.stored]
  place.ask()
  expect([last(), told.length, place.writes.length]).toEqual([[0, 0], 1, 1])
  teller.minutes(minutes.slice(0, 1))
  // Requested again during the first write: one more write follows for all requests.
  place.ask()
  const synced = teller.sync()
  place.writes[0]?.()
  await until(() => place.writes.length === 2)
  expect(last()).toEqual([1, 0])
  place.writes[1]?.()
  await synced
  expect([last(), place.writes.length]).toEqual([[1, 1], 2])
  teller.minutes(minutes.slice(0, 1))
  place.isWritable = false
  const failing = teller.sync()
  place.writes[2]?.()
  await failing
  expect([last(), place.writes.length]).toEqual([[2, 1], 3])
})
