import { ceil, floor, type Market, maxAffordable, sharedCost, worthDown } from './simulated-money.ts'
import { rulesOf } from './simulated-rules.ts'

export interface Order {
  id: number
  kind: 'market' | 'limit' | 'stop'
  side: 'buy' | 'sell'
  /** Name by which a later order replaces this one; empty for orders that cannot be replaced */
  name: string
  price: bigint
  quantity: bigint | 'all'
  /** Money that a market buy may spend */
  spend: bigint | 'all'
  isTouched: boolean
}

export type Wish = (Partial<Order> & Pick<Order, 'kind' | 'side'>) | { kind: 'cancel'; name: string }

export interface Trade {
  time: number
  side: 'buy' | 'sell'
  price: bigint
  quantity: bigint
  fee: bigint
  profit: bigint
  kind: Order['kind']
  name: string
}

export interface Candle {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** All data that a strategy may read. */
export interface Sight {
  market: Market
  priceDigits: number
  cash: bigint
  held: bigint
  cost: bigint
  price: bigint
  orders: readonly Order[]
  /** End of the newest settled candle, ms UTC */
  time: number
  /** All settled candles, including those before the run */
  candles: readonly Candle[]
}

export interface Strategy {
  onClose(sight: Sight): Wish[]
  onTrades(sight: Sight, trades: readonly Trade[]): Wish[]
}

type Params = Readonly<Record<string, number | string | boolean>>

export function strategyOf(id: string, params: Params): Strategy {
  const number = (name: string) => Number(params[name])
  if (id === 'dca') return dca(number)
  if (id === 'grid') return grid(number, params.spacing === 'geometric', params.trailing === true)
  if (id === 'breakout') return breakout(number)
  if (id === 'rules') return rulesOf(String(params.text))
  const crossOf = crossesOf(id, number)
  const onClose = ({ candles, held }: Sight): Wish[] => {
    const cross = crossOf(candles)
    if (cross === 'up' && held === 0n) return [{ kind: 'market', side: 'buy', spend: 'all' }]
    return cross === 'down' && held > 0n ? [{ kind: 'market', side: 'sell', quantity: 'all' }] : []
  }
  return { onClose, onTrades: () => [] }
}

type Numbers = (name: string) => number
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function crossesOf(id: string, number: Numbers) {
  return (candles: readonly Candle[]): 'up' | 'down' | undefined => {
    const closes = candles.map(({ close }) => close)
    const [now, before] = [closes, closes.slice(0, -1)]
    if (id === 'rsi') {
      const [is, was] = [strength(now, number('length')), strength(before, number('length'))]
      if (is === undefined || was === undefined) return undefined
      if (was < number('buyBelow') && is >= number('buyBelow')) return 'up'
      return was > number('sellAbove') && is <= number('sellAbove') ? 'down' : undefined
    }
    const [fast, slow] = [number('fast'), number('slow')]
    if (before.length < slow) return undefined
    const lead = (of: readonly number[]) => sum(of.slice(-fast)) * slow - sum(of.slice(-slow)) * fast
    if (lead(before) <= 0 && lead(now) > 0) return 'up'
    return lead(before) >= 0 && lead(now) < 0 ? 'down' : undefined
  }
}

/** Wilder's RSI of the price changes since the start of its memory, to six digits. */
function strength(closes: readonly number[], length: number): number | undefined {
  const remembered = Math.max(4 * (2 * length - 1), 200)
  const changes = closes.map((close, at) => close - (closes[at - 1] ?? close)).slice(1)
  if (changes.length < length) return undefined
  const average = (values: readonly number[]) =>
    values
      .slice(length)
      .reduce((mean, value) => (mean * (length - 1) + value) / length, sum(values.slice(0, length)) / length)
  const rise = average(changes.slice(-remembered).map((change) => Math.max(0, change)))
  const fall = average(changes.slice(-remembered).map((change) => Math.max(0, -change)))
  return rise + fall === 0 ? 50 : Math.round((100e6 * rise) / (rise + fall)) / 1e6
}

function breakout(number: Numbers): Strategy {
  const [length, ranges] = [number('length'), number('atrLength')]
  const tenths = BigInt(Math.round(number('atrMultiple') * 10))
  const onClose = ({ candles, held, price, orders, market: { step } }: Sight): Wish[] => {
    const last = candles.at(-1)
    if (!last || candles.length <= Math.max(length, ranges)) return []
    const highest = Math.max(...candles.slice(-1 - length, -1).map(({ high }) => high))
    if (held === 0n) return last.close > highest ? [{ kind: 'market', side: 'buy', spend: 'all' }] : []
    const range = sum(
      candles.slice(-ranges).map((candle, at, all) => trueRange(candle, all[at - 1] ?? candles.at(-1 - ranges))),
    )
    const many = BigInt(10 * ranges)
    const level = step * floor(price * many - tenths * BigInt(range), many * step)
    const stop = orders.find(({ kind, name }) => kind === 'stop' && name === 'atr-stop')
    if (level <= (stop?.price ?? 0n) || level < step) return []
    return [{ kind: 'stop', side: 'sell', price: level, quantity: 'all', name: 'atr-stop' }]
  }
  return { onClose, onTrades: () => [] }
}

function trueRange({ high, low }: Candle, before: Candle | undefined): number {
  const close = before?.close ?? high
  return Math.max(high - low, Math.abs(high - close), Math.abs(low - close))
}

function dca(number: Numbers): Strategy {
  let waited = 0
  const money = (times: number) => BigInt(Math.round(number('amount') * times * 1e8))
  const rate = (name: string) => BigInt(Math.round(number(name) * 10_000))
  const safety = (bought: bigint, { market }: Sight): Wish[] => {
    const wishes: Wish[] = []
    for (let index = 1; index <= number('safetyOrders'); index++) {
      const share = 1_000_000n - BigInt(index) * rate('dip')
      const price = share <= 0n ? 0n : market.step * floor(bought * share, 1_000_000n * market.step)
      const quantity = maxAffordable(money(number('scale') ** index), price, 0n, market)
      if (quantity > 0n) wishes.push({ kind: 'limit', side: 'buy', price, quantity, name: `safety-${index}` })
    }
    return wishes
  }
  return {
    onClose: () => {
      const isDue = waited % number('every') === 0
      waited++
      return isDue ? [{ kind: 'market', side: 'buy', spend: money(1) }] : []
    },
    onTrades: (sight, trades) => {
      if (sight.held === 0n && trades.some(({ side }) => side === 'sell')) return [{ kind: 'cancel', name: 'all' }]
      const bought = trades.findLast(({ kind, side }) => kind === 'market' && side === 'buy')
      const wishes = bought ? safety(bought.price, sight) : []
      if (number('takeProfit') === 0 || sight.held === 0n) return wishes
      const price = sharedCost(sight, 1_000_000n + rate('takeProfit'), ceil, sight.market)
      return [...wishes, { kind: 'limit', side: 'sell', price, quantity: 'all', name: 'take-profit' }]
    },
  }
}

function grid(number: Numbers, isGeometric: boolean, isTrailing: boolean): Strategy {
  const cells = number('levels') - 1
  let [shift, money] = [0, 0n]
  let held: Record<number, bigint> = {}
  const levelOf = (index: number, { priceDigits, market: { step } }: Sight): bigint => {
    const [lower, upper] = [number('lower'), number('upper')]
    const share = index / cells
    const level = isGeometric ? lower * (upper / lower) ** share : lower + (upper - lower) * share
    return step * floor(BigInt(Math.round(level * 10 ** priceDigits)), step)
  }
  const purchases = (sight: Sight): Wish[] => {
    const wishes: Wish[] = []
    for (let cell = shift; cell < shift + cells; cell++) {
      const [price, name] = [levelOf(cell, sight), `buy-${cell}`]
      const isTaken = held[cell] || sight.orders.some((order) => order.kind !== 'market' && order.name === name)
      const quantity = maxAffordable(money, price, 0n, sight.market)
      if (price < sight.price && !isTaken && quantity > 0n)
        wishes.push({ kind: 'limit', side: 'buy', price, quantity, name })
    }
    return wishes
  }
  return {
    onClose: (sight) => {
      if (money === 0n) money = (sight.cash + worthDown(sight.held, sight.price, sight.market)) / BigInt(cells)
      const gone: Wish[] = []
      while (isTrailing && levelOf(shift + cells, sight) < sight.price)
        gone.push({ kind: 'cancel', name: `buy-${shift++}` })
      return [...gone, ...purchases(sight)]
    },
    onTrades: (sight, trades) => {
      const cellsOf = trades.flatMap(({ name }) => (/^(buy|sell)-\d+$/.test(name) ? [Number(name.split('-')[1])] : []))
      for (const { name, side, quantity } of trades) {
        const cell = Number(/^(?:buy|sell)-(\d+)$/.exec(name)?.[1] ?? -1)
        const now = (held[cell] ?? 0n) + (side === 'buy' ? quantity : -quantity)
        if (cell >= 0) held[cell] = now > 0n ? now : 0n
      }
      if (sight.held === 0n) held = {}
      const sales = [...new Set(cellsOf)].flatMap((cell): Wish[] => {
        const [price, quantity] = [levelOf(cell + 1, sight), held[cell] ?? 0n]
        return quantity > 0n ? [{ kind: 'limit', side: 'sell', price, quantity, name: `sell-${cell}` }] : []
      })
      return [...sales, ...purchases(sight)]
    },
  }
}
