import { expect, test } from 'bun:test'
import { createEvents } from '../events/events.ts'
import { createAnnouncements } from './announcements.ts'
import { candlesCorrected, closeSettled } from './topics.ts'

const minute = Date.UTC(2026, 5, 10, 12)

/** Creates announcements whose writes the test completes one by one. */
function openPlace() {
  const log = { error: () => {} }
  const events = createEvents(log)
  const published: string[] = []
  events.on(
    candlesCorrected,
    ({ asset, from, to }) => void published.push(`corrected ${asset} ${from - minute} ${to - minute}`),
  )
  events.on(
    closeSettled,
    ({ asset, tf, openTime }) => void published.push(`settled ${asset} ${tf} ${openTime - minute}`),
  )
  const writes: PromiseWithResolvers<void>[] = []
  const asked = Promise.withResolvers<void>()
  const flush = () => {
    const write = Promise.withResolvers<void>()
    writes.push(write)
    asked.resolve()
    return write.promise
  }
  return {
    published,
    writes,
    asked: asked.promise,
    announcements: createAnnouncements({ events, flush, correctionsEveryMs: 1000, log }),
  }
}

test('nothing is published before it can be read; corrections come before closes', async () => {
  const { published, writes, asked, announcements } = openPlace()
  announcements.settled({ asset: 'BTCUSDT', tf: 1, openTime: minute })
  announcements.corrected({ asset: 'ETHUSDT', from: minute, to: minute + 60_000 })
  await asked
  // Events that arrive during a write are published after the next write.
  announcements.settled({ asset: 'BTCUSDT', tf: 5, openTime: minute })
  // After one full turn of the event loop, an implementation that does not wait for the write would have published.
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  await turn()
  expect(published).toEqual([])
  expect(writes.length).toBe(1)
  writes[0]?.resolve()
  await turn()
  expect(published).toEqual(['corrected ETHUSDT 0 60000', 'settled BTCUSDT 1 0'])
  expect(writes.length).toBe(2)
  writes[1]?.resolve()
  await turn()
  announcements.settled({ asset: 'BTCUSDT', tf: 1, openTime: minute + 60_000 })
  await turn()
  writes[2]?.resolve()
  await announcements.close()
  expect(published.slice(2)).toEqual(['settled BTCUSDT 5 0', 'settled BTCUSDT 1 60000'])
})
