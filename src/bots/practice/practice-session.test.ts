import { afterEach, expect, spyOn, test } from 'bun:test'
import type { ReplayedAsset } from '../../charts/replay/replay-event.ts'
import type { CandleRow } from '../../market/candle.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { wholeUnits } from '../../market/units.ts'
import { createPracticeSession } from './practice-session.ts'

const start = Date.UTC(2026, 0, 5)
const asset: ReplayedAsset = {
  asset: 'test:BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  priceDigits: 2,
  volumeDigits: 3,
  rules: { priceStep: '0.01', quantityStep: '0.001', minNotional: '5' },
}

/** Answers requests for minutes: the n-th minute opens, closes, and stays at the n-th price. */
function serve(prices: readonly number[]) {
  const rows = prices.map((price, index): CandleRow => [start + index * minuteMs, price, price, price, price, 1000])
  const server = { isDown: false }
  const answer = async (input: string | URL | Request) => {
    if (server.isDown) return new Response('', { status: 503 })
    const query = new URL(String(input), 'http://localhost').searchParams
    const [from, until] = [query.get('from'), Number(query.get('until'))]
    const closed = rows.filter(([openTime]) => openTime + minuteMs <= until)
    return Response.json(from === null ? closed.slice(-1) : closed.filter(([openTime]) => openTime >= Number(from)))
  }
  fetching = spyOn(globalThis, 'fetch').mockImplementation(Object.assign(answer, { preconnect: () => {} }))
  return server
}

let fetching: { mockRestore(): void } | undefined
afterEach(() => fetching?.mockRestore())

/** Opens a session whose `go` brings the replay to the end of a minute. */
function open() {
  const session = createPracticeSession()
  return {
    session,
    go: (minutes: number) => session.follow({ asset, time: start + minutes * minuteMs }),
    state: () => session.view.value?.state,
  }
}

const waiting = { side: 'buy', kind: 'limit', price: '50', share: 25 } as const

test('a step back to the time of a waiting order restores the price of that time', async () => {
  serve([100, 120, 140])
  const { session, go } = open()
  go(1)
  expect(await session.order(waiting)).toBeUndefined()
  go(3)
  go(1)
  expect(await session.order({ side: 'buy', kind: 'stop', price: '110', share: 25 })).toBeUndefined()
  expect(session.view.value?.state.last).toBe(wholeUnits(100_00))
})

test('no order is taken while the minutes up to the time of the replay are missing', async () => {
  const server = serve([100, 100, 40, 100])
  const { session, go, state } = open()
  go(1)
  expect(await session.order(waiting)).toBeUndefined()
  server.isDown = true
  go(3)
  // At the price of 40, which is already shown, this order would fill in the past.
  expect(await session.order({ ...waiting, price: '45' })).toBe('notLoaded')
  session.cancel('all')
  go(3)
  expect(session.view.value?.hasFailed).toBe(true)
  server.isDown = false
  expect(await session.order({ ...waiting, price: '45' })).toBeUndefined()
  expect(state()?.trades.map(({ price }) => price)).toEqual([wholeUnits(40_00)])
  go(4)
  await session.order({ ...waiting, price: '' })
  expect(state()?.run.desk.orders.map(({ kind, placedAt }) => [kind, placedAt])).toEqual([
    ['limit', start + 3 * minuteMs],
  ])
})

test('shares count what waiting orders leave free, and a sale has a minimum worth', async () => {
  serve([100, 100, 100, 100])
  const { session, go, state } = open()
  go(1)
  expect(await session.order({ ...waiting, share: 100 })).toBeUndefined()
  expect(await session.order({ ...waiting, share: 100 })).toBe('reserved')
  session.cancel('all')
  await session.order({ ...waiting, kind: 'market', share: 75 })
  go(2)
  const sale = { side: 'sell', kind: 'limit', price: '200', share: 50 } as const
  expect(await session.order(sale)).toBeUndefined()
  expect(await session.order(sale)).toBeUndefined()
  expect(await session.order({ ...sale, kind: 'stop', price: '0.01' })).toBe('reserved')
  const held = state()?.run.desk.account.quantity ?? 0
  const [first, second] = (state()?.run.desk.orders ?? []).map(({ quantity }) => Number(quantity))
  expect([first, second].map((quantity) => Math.round((100 * (quantity ?? 0)) / held))).toEqual([50, 25])
})

test('an order that cannot fill is named until the next order, and a step back restores it', async () => {
  serve([100, 1_000_000_000, 100])
  const { session, go, state } = open()
  go(1)
  await session.order({ ...waiting, kind: 'market' })
  go(2)
  go(3)
  expect(await session.order({ ...waiting, price: '' })).toBe('badPrice')
  expect(state()?.trades).toEqual([])
  expect(state()?.refused).toMatchObject([{ order: { kind: 'market', side: 'buy' }, time: start + 2 * minuteMs }])
  go(1)
  expect(await session.order(waiting)).toBeUndefined()
  expect(state()?.refused).toEqual([])
  expect(state()?.run.desk.orders).toHaveLength(2)
})
