import { expect, test } from 'bun:test'
import { fakeClock } from '../../../../tests/fake-clock.ts'
import type { Candle, MinuteUpdate } from '../../candle.ts'
import { minuteMs } from '../../timeframe.ts'
import { wholeUnits } from '../../units.ts'
import type { FeedState } from '../feed.ts'
import { createReplayFeed } from './replay.ts'
import type { Recording } from './replay-file.ts'

const first = Date.UTC(2016, 1, 9, 20, 51)
const minute = (at: number): Candle => {
  return {
    openTime: first + at * minuteMs,
    open: wholeUnits(10_000 + at),
    high: wholeUnits(10_300 + at),
    low: wholeUnits(9900 + at),
    close: wholeUnits(10_100 + at),
    volume: wholeUnits(525),
  }
}
const recording = (asset: string, ...minutes: number[]): Recording => {
  return { asset, candles: minutes.map(minute), priceDigits: 2, volumeDigits: 2 }
}

function play(recordings: Recording[], speed: number) {
  const clock = fakeClock(Date.UTC(2026, 10, 21))
  const feed = createReplayFeed({ file: { recordings, hash: 'hash' }, speed, clock })
  const [updates, states]: [MinuteUpdate[], FeedState[]] = [[], []]
  const stop = feed.start({ onUpdate: (update) => updates.push(update), onState: (state) => states.push(state) })
  const closes = () => updates.filter(({ isClosed }) => isClosed).map(({ asset, openTime }) => [asset, openTime])
  return { clock, feed, updates, states, stop, closes }
}

test('at speed 60 a minute lasts a second, missing minutes take no time, and the replay ends', () => {
  const { clock, feed, states, closes } = play([recording('REPLAY', 0, 1, 5000)], 60)
  expect(feed.now()).toBe(first)
  clock.advance(0)
  expect(states).toEqual([{ name: 'live' }])
  clock.advance(1000)
  expect(closes()).toEqual([['REPLAY', first]])
  clock.advance(1500)
  expect(closes()).toHaveLength(2)
  expect(feed.now()).toBe(first + 5000 * minuteMs + minuteMs / 2)
  clock.advance(500)
  expect(closes().at(-1)).toEqual(['REPLAY', first + 5000 * minuteMs])
  expect(states.at(-1)).toEqual({ name: 'ended' })
  expect(clock.due()).toEqual([])
})

test('prices stay within the range of their row, and the close equals the row', () => {
  const { clock, updates } = play([recording('REPLAY', 0)], 1)
  clock.advance(minuteMs)
  expect(updates.length).toBeGreaterThan(200)
  for (const { low, high, close, open, volume } of updates) {
    expect(
      open === wholeUnits(10_000) && low >= 9900 && high <= 10_300 && close >= low && close <= high && volume <= 525,
    ).toBe(true)
  }
  expect(updates.at(-1)).toEqual({ ...minute(0), asset: 'REPLAY', isClosed: true, time: first + minuteMs })
})

test('assets are played in parallel, each with its own minutes', () => {
  const { clock, closes } = play([recording('AAA', 0, 2), recording('BBB', 1, 2)], 60)
  clock.advance(3000)
  expect(closes()).toEqual([
    ['AAA', first],
    ['BBB', first + minuteMs],
    ['AAA', first + 2 * minuteMs],
    ['BBB', first + 2 * minuteMs],
  ])
})

test('history ends at the position of the replay', async () => {
  const { clock, feed } = play([recording('REPLAY', ...Array.from({ length: 2500 }, (_, at) => at))], 6000)
  clock.advance(20_000)
  const pages = await Array.fromAsync(feed.history('REPLAY', first + minuteMs, Number.MAX_SAFE_INTEGER))
  expect(pages.map(({ length }) => length)).toEqual([1000, 999])
  expect(pages.flat().at(-1)?.openTime).toBe(feed.now() - minuteMs)
  expect(await Array.fromAsync(feed.history('OTHER', 0, Number.MAX_SAFE_INTEGER))).toEqual([])
})

test('the highest speed emits every row once, a few hundred at a time', () => {
  const { clock, closes, states, feed } = play(
    [recording('REPLAY', ...Array.from({ length: 1200 }, (_, at) => at))],
    1e9,
  )
  clock.advance(0)
  clock.advance(1)
  expect(closes()).toHaveLength(1200)
  expect(states.at(-1)).toEqual({ name: 'ended' })
  expect(feed.now()).toBe(first + 1200 * minuteMs)
})

test('nothing is emitted after the stop', async () => {
  const { clock, updates, stop } = play([recording('REPLAY', 0, 1)], 60)
  clock.advance(500)
  await stop()
  const count = updates.length
  clock.advance(5000)
  expect(updates).toHaveLength(count)
})

test('it is identified by content and resumes within a minute, after one, in a gap or at the end', () => {
  const recordings = [recording('AAA', 0, 1, 50, 51), recording('BBB', 1, 50)]
  const resumed = (time: number) => {
    const clock = fakeClock(Date.UTC(2026, 10, 21))
    const feed = createReplayFeed({ file: { recordings, hash: 'hash' }, speed: 60, clock })
    feed.resume?.(time)
    const [updates, states]: [MinuteUpdate[], FeedState[]] = [[], []]
    const now = feed.now()
    feed.start({ onUpdate: (update) => updates.push(update), onState: (state) => states.push(state) })
    clock.advance(100_000)
    const closes = updates
      .filter(({ isClosed }) => isClosed)
      .map(({ asset, openTime }) => [asset, (openTime - first) / minuteMs])
    const begun = Math.min(...updates.map(({ time }) => time))
    return { source: feed.source, now: now - first, begun: begun - first, closes, ended: states.at(-1)?.name }
  }
  const rest = [
    ['AAA', 50],
    ['BBB', 50],
    ['AAA', 51],
  ]
  expect(resumed(first + 1.5 * minuteMs)).toEqual({
    source: 'replay hash',
    now: 1.5 * minuteMs,
    begun: 1.5 * minuteMs,
    closes: [['AAA', 1], ['BBB', 1], ...rest],
    ended: 'ended',
  })
  for (const time of [first + 2 * minuteMs, first + 7 * minuteMs]) {
    expect(resumed(time)).toMatchObject({ now: 50 * minuteMs, begun: 50 * minuteMs, closes: rest })
  }
  expect(resumed(first + 52 * minuteMs)).toMatchObject({ now: 52 * minuteMs, closes: [], ended: 'ended' })
})
