import { expect, test } from 'bun:test'
import type { FetchCandles } from '../../charts/candles/candle-loader.ts'
import type { ReplayedAsset } from '../../charts/replay/replay-event.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { wholeUnits } from '../../market/units.ts'
import { accountKey, isOfAccount } from '../../ui/account-storage.ts'
import type { OrderFields } from '../paper/read-order.ts'
import { createPracticeSession, type SessionOptions } from './practice-session.ts'
import { createPracticeStore, type SavedDesk } from './practice-store.ts'

const start = Date.UTC(2026, 0, 5)
const asset: ReplayedAsset = {
  asset: 'test:BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  priceDigits: 2,
  volumeDigits: 3,
  rules: { priceStep: '0.01', quantityStep: '0.001', minNotional: '5' },
}

/** Serves minutes: the n-th one opens, closes, and stays at the n-th price. */
function serve(prices: readonly number[]) {
  const all = prices.map((price, index): DecimalCandle => {
    return { openTime: start + index * minuteMs, open: price, high: price, low: price, close: price, volume: 1000 }
  })
  const server = { isDown: false, requests: 0 }
  const fetchCandles: FetchCandles = async ({ from, until = 0, limit }) => {
    server.requests++
    if (server.isDown) throw new Error('The server responded with 503')
    const closed = all.filter(({ openTime }) => openTime + minuteMs <= until)
    return from === undefined ? closed.slice(-limit) : closed.filter(({ openTime }) => openTime >= from).slice(0, limit)
  }
  return { server, fetchCandles }
}

/** Storage of a browser, or of one of its tabs */
function storageOf(entries: Record<string, string> = {}): Storage {
  const storage: Record<string, string> = { ...entries }
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => Object.assign(storage, { [key]: value }),
    removeItem: (key: string) => Reflect.deleteProperty(storage, key),
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value })
  return storage as unknown as Storage
}

let ids = 0
const newId = () => `id${++ids}`

interface Opened {
  fetchCandles: FetchCandles
  local?: Storage
  tab?: Storage
  isNew?: boolean
  loadFees?: SessionOptions['loadFees']
}

const defaultFees = { makerFee: 1000, takerFee: 1000, text: 'Fees: 0.1%' }

/** Opens a session whose `go` brings the replay to the end of a minute. */
function open({ fetchCandles, local = storageOf(owned), tab = storageOf(), isNew = false, ...options }: Opened) {
  const store = createPracticeStore({ local, session: tab, now: () => ++ids, newId })
  const session = createPracticeSession({ store, isNew, loadFees: async () => defaultFees, ...options })
  const order = async (fields: Partial<OrderFields>) => {
    const outcome = await session.order({ ...empty, ...fields }, 'en')
    return outcome.status === 'faulty' ? outcome.faults : outcome.status
  }
  const go = (minutes: number, price?: number) =>
    session.follow({ asset, time: start + minutes * minuteMs, price, fetchCandles })
  return { session, store, go, order, state: () => session.view.value?.state }
}

const owned = { [accountKey]: 'anna' }
const empty: OrderFields = {
  ...{ side: 'buy', kind: 'market', share: '25' },
  ...{ amount: '', price: '', stop: '', profit: '', trail: '', replaces: '' },
}
const waiting = { side: 'buy', kind: 'limit', price: '50' } as const

test('a step back to the time of a waiting order restores the price of that time', async () => {
  const { session, go, order } = open(serve([100, 120, 140]))
  go(1)
  expect(await order(waiting)).toBe('ordered')
  go(3)
  go(1)
  expect(await order({ kind: 'stop', price: '110' })).toBe('ordered')
  expect(session.view.value?.state.last).toBe(wholeUnits(100_00))
})

test('no order is taken while the minutes up to the time of the replay are missing', async () => {
  const { server, fetchCandles } = serve([100, 100, 40, 100])
  const { session, go, order, state } = open({ fetchCandles })
  go(1)
  expect(await order(waiting)).toBe('ordered')
  server.isDown = true
  go(3)
  // At the price of 40, which is already shown, this order would fill in the past.
  expect(await order({ ...waiting, price: '45' })).toBe('not-loaded')
  session.cancel('all')
  go(3)
  await order({})
  expect(session.view.value?.hasFailed).toBe(true)
  server.isDown = false
  expect(await order({ ...waiting, price: '39' })).toBe('ordered')
  expect(state()?.trades.map(({ price }) => price)).toEqual([wholeUnits(40_00)])
  go(4)
  await order({ ...waiting, price: '' })
  expect(state()?.run.desk.orders.map(({ kind, placedAt }) => [kind, placedAt])).toEqual([
    ['limit', start + 3 * minuteMs],
  ])
})

test('orders are read as in paper trading, with the same faults', async () => {
  const { session, go, order, state } = open(serve([100, 100, 100, 100]))
  go(1)
  expect(await order({ ...waiting, share: '100' })).toBe('ordered')
  expect(await order({ ...waiting, share: '100' })).toEqual({ amount: 'minNotional' })
  session.cancel('all')
  expect(await order({ kind: 'limit', price: '100.001' })).toEqual({ price: 'priceStep' })
  expect(await order({ kind: 'bracket', stop: '101', profit: '99' })).toEqual({ stop: 'legBelow', profit: 'legAbove' })
  expect(await order({ kind: 'bracket', share: '75', stop: '90', profit: '120' })).toBe('ordered')
  go(2)
  expect(await order({ side: 'sell' })).toEqual({ amount: 'nothingToSell' })
  expect(state()?.run.desk.orders.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
    'stop stop-loss',
    'limit take-profit',
  ])
  session.cancel('all')
  expect(await order({ side: 'sell', kind: 'trailing', share: '50', trail: '5' })).toBe('ordered')
  for (let count = 0; count < 19; count++) expect(await order({ ...waiting, share: '', amount: '10' })).toBe('ordered')
  expect(await order({ ...waiting, share: '', amount: '10' })).toBe('too-many')
})

test('an order that cannot fill is named until the next order, and a step back restores it', async () => {
  const { go, order, state } = open(serve([100, 1_000_000_000, 100]))
  go(1)
  await order({})
  go(2)
  go(3)
  expect(await order({ ...waiting, price: '' })).toEqual({ price: 'required' })
  expect(state()?.trades).toEqual([])
  expect(state()?.refused).toMatchObject([{ order: { kind: 'market', side: 'buy' }, time: start + 2 * minuteMs }])
  go(1)
  expect(await order(waiting)).toBe('ordered')
  expect(state()?.refused).toEqual([])
  expect(state()?.run.desk.orders).toHaveLength(2)
})

test('an account has the fees of the paper account, and takes no order before it knows them', async () => {
  let isDown = true
  const loadFees = async (asset: string) => {
    if (isDown) throw new Error('The server responded with 503')
    return { makerFee: 0, takerFee: 25_000, text: `Fees of ${asset}` }
  }
  const { session, go, order, state } = open({ fetchCandles: serve([100, 100, 100]).fetchCandles, loadFees })
  go(1)
  expect(await order({ share: '', amount: '1000' })).toBe('not-loaded')
  expect([session.view.value?.feesText, session.view.value?.hasFailed]).toEqual([undefined, true])
  isDown = false
  expect(await order({ share: '', amount: '1000' })).toBe('ordered')
  expect([session.view.value?.feesText, session.view.value?.hasFailed]).toEqual(['Fees of test:BTC-USDT', false])
  go(3)
  expect(await order({ ...waiting, price: '' })).toEqual({ price: 'required' })
  // 2.5 % of 975.6
  expect(state()?.trades.map(({ fee }) => Math.round(fee / 1e7))).toEqual([244])
})

test('a price that the charts show is not requested again', async () => {
  const { server, fetchCandles } = serve([100, 100, 100])
  const { go, order, state } = open({ fetchCandles })
  go(1, 100)
  expect(await order({ ...waiting, price: '' })).toEqual({ price: 'required' })
  expect([server.requests, state()?.last]).toEqual([0, wholeUnits(100_00)])
})

test('an account continues after a reload, and can be stepped back and begun anew', async () => {
  const { fetchCandles } = serve([100, 100, 90, 90, 120])
  const [local, tab] = [storageOf(owned), storageOf()]
  const before = open({ fetchCandles, local, tab, isNew: true })
  before.go(1)
  await before.order({ kind: 'bracket', stop: '80', profit: '110' })
  before.go(2)
  await before.order(waiting)
  before.go(4)
  await before.order({ price: '' })
  const after = open({ fetchCandles, local, tab })
  after.go(4)
  expect(await after.order({ ...waiting, price: '' })).toEqual({ price: 'required' })
  expect(after.state()).toEqual(before.state())
  after.go(5)
  await after.order({ ...waiting, price: '' })
  expect(after.state()?.trades.map(({ order }) => order.reason)).toEqual(['by-hand', 'by-hand', 'take-profit'])
  after.session.begin()
  await after.order({ ...waiting, price: '' })
  expect(after.state()?.trades).toEqual([])
  after.session.restore()
  await after.order({ ...waiting, price: '' })
  expect(after.state()?.trades).toHaveLength(3)
  after.go(1)
  await after.order({ ...waiting, price: '' })
  expect(after.state()?.run.desk.orders).toMatchObject([{ kind: 'market', bracket: { stop: 80_00 } }])
  // A replay that has just been started begins with another account.
  const other = open({ fetchCandles, local, tab, isNew: true })
  other.go(4)
  await other.order({ ...waiting, price: '' })
  expect(other.state()?.run.desk.orders).toEqual([])
})

test('a duplicated tab and the first one keep accounts of their own', async () => {
  const { fetchCandles } = serve([100, 100, 100])
  const local = storageOf(owned)
  const tab = storageOf()
  const first = open({ fetchCandles, local, tab, isNew: true })
  first.go(1)
  await first.order(waiting)
  const copy = storageOf({ ...tab })
  const second = open({ fetchCandles, local, tab: copy })
  second.go(1)
  await second.order({ ...waiting, price: '60' })
  const [key = ''] = Object.values(copy)
  expect([first.store.isTaken(key), second.store.isTaken(key)]).toEqual([true, false])
  await first.order({ ...waiting, price: '40' })
  const pricesIn = async (storage: Storage) => {
    const reopened = open({ fetchCandles, local, tab: storage })
    reopened.go(1)
    await reopened.order({ ...waiting, price: '' })
    return reopened.state()?.run.desk.orders.flatMap((order) => ('price' in order ? [order.price / 100] : []))
  }
  expect([await pricesIn(tab), await pricesIn(copy)]).toEqual([
    [50, 40],
    [50, 60],
  ])
})

test('few replays are kept, unused ones not at all, and nothing after the owner signs out', async () => {
  const { fetchCandles } = serve([100, 100])
  const local = storageOf(owned)
  const kept = () =>
    Object.keys(local)
      .filter(isOfAccount)
      .filter((key) => key !== accountKey)
  const start = async (fields: Partial<OrderFields>) => {
    const opened = open({ fetchCandles, local, isNew: true })
    opened.go(1)
    await opened.order(fields)
    return opened
  }
  await start({ ...waiting, price: '' })
  expect(kept()).toEqual([])
  for (let count = 0; count < 6; count++) await start(waiting)
  expect(kept()).toHaveLength(4)
  const last = await start(waiting)
  // The longest text is kept whole; a longer one loses its trades.
  const written = (length: number) => {
    const own = storageOf(owned)
    const account = { states: [], trades: ['x'.repeat(length)] } as unknown as SavedDesk['account']
    const store = createPracticeStore({ local: own, session: storageOf(), now: () => 1, newId: () => 'id' })
    store.save({ time: 0, desks: { BTC: { digits: asset, account } } })
    return Object.entries(own).find(([key]) => key !== accountKey)?.[1].length
  }
  const rest = 400_000 - (written(0) ?? 0)
  expect(written(rest)).toBe(400_000)
  expect(written(rest + 1)).toBeLessThan(1000)
  for (const key of [accountKey, ...kept()]) local.removeItem(key)
  await last.order(waiting)
  expect(kept()).toEqual([])
  expect(last.session.view.value?.isSaved).toBe(false)
})
