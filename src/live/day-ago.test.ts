import { expect, test } from 'bun:test'
import { createDayAgo } from './day-ago.ts'

const minute = 60_000

test('day-ago prices are fetched once a minute while followed and visible, and when shown again', async () => {
  let [now, asked, isHidden] = [20_000, 0, false]
  const due: { at: number; run: () => void }[] = []
  const { prices, follow, catchUp } = createDayAgo({
    ask: async () => {
      if (++asked === 2) throw new Error('no network')
      return [{ asset: 'BTCUSDT', last: 110, change24h: 10, spark: [] }]
    },
    clock: {
      now: () => now,
      setTimeout: (run, ms) => due.push({ at: now + ms, run }),
      clearTimeout: () => void due.splice(0),
    },
    random: () => 0,
    isHidden: () => isHidden,
  })
  const pass = async () => {
    const [next] = due.splice(0)
    now = next?.at ?? now
    next?.run()
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  const stops = [follow(), follow()]
  expect(due.map(({ at }) => at)).toEqual([minute])
  await pass()
  expect(prices.value.get('BTCUSDT')).toBeCloseTo(100)
  await pass()
  expect([asked, now]).toEqual([2, 2 * minute])
  expect(prices.value.get('BTCUSDT')).toBeCloseTo(100)
  isHidden = true
  await pass()
  expect([asked, now]).toEqual([2, 3 * minute])
  catchUp()
  expect(asked).toBe(2)
  isHidden = false
  catchUp()
  expect(asked).toBe(3)
  catchUp()
  expect(asked).toBe(3)
  for (const stop of stops) stop()
  expect(due).toEqual([])
  expect(prices.value.size).toBe(0)
})
