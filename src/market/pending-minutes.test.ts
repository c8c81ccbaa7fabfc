import { expect, test } from 'bun:test'
import { minuteOf } from '../../tests/doubles/feed.ts'
import { createPendingMinutes } from './store.ts'
import { minuteMs } from './timeframe.ts'

const midnight = Date.UTC(2026, 0, 1)

test('the newest update of each minute and asset is pending', () => {
  const pending = createPendingMinutes()
  const closed = minuteOf('BTCUSDT', midnight, 100)
  const open = { ...closed, isClosed: false }
  const others = [minuteOf('BTCUSDT', midnight + minuteMs, 101), minuteOf('ETHUSDT', midnight, 7)]
  for (const update of [open, closed, open, ...others]) pending.put(update)
  expect(pending.minutes()).toEqual([closed, ...others])
})

test('touched spans of a day and asset are merged, those of other days and assets are not', () => {
  const pending = createPendingMinutes()
  const span = (asset: string, from: number, to: number) => ({ asset, from: midnight + from, to: midnight + to })
  for (const each of [span('BTCUSDT', 600, 700), span('BTCUSDT', 100, 200), span('BTCUSDT', 300, 400)])
    pending.touch(each)
  const others = [span('BTCUSDT', -100, -50), span('ETHUSDT', 100, 200)]
  for (const each of others) pending.touch(each)
  expect(pending.spans()).toEqual([span('BTCUSDT', 100, 700), ...others])
})

test('50,000 minutes are kept while the database cannot be written; one more evicts the oldest', () => {
  let pending = createPendingMinutes()
  for (let n = 0; n < 50_000; n++) {
    // The minutes are restored repeatedly, as after each failed write.
    if (n % 10_000 === 0) {
      const newer = createPendingMinutes()
      newer.restore(pending)
      pending = newer
    }
    pending.put(minuteOf('BTCUSDT', midnight + n * minuteMs, 100))
  }
  const newer = createPendingMinutes()
  newer.put(minuteOf('BTCUSDT', midnight + 50_000 * minuteMs, 100))
  newer.restore(pending)
  const times = newer.minutes().map(({ openTime }) => (openTime - midnight) / minuteMs)
  expect([times.length, times[0], times.at(-1)]).toEqual([50_000, 1, 50_000])
})
