import { parseRules } from '../src/bots/strategies/rules/parse-rules.ts'
import type {
  Amount,
  Distance,
  Expression,
  IndicatorExpression,
  PriceName,
  SeriesExpression,
} from '../src/bots/strategies/rules/rule-tree.ts'
import { floor, worthDown } from './simulated-money.ts'
import type { Candle, Sight, Strategy, Wish } from './simulated-strategies.ts'

/*
 * Interprets rules as they are documented: every expression is computed anew from whole arrays of indicator values, and
 * each indicator by its textbook definition from its own window of candles.
 */

type Values = (number | undefined)[]

interface Scene {
  candles: readonly Candle[]
  /** End of the newest candle, ms UTC */
  time: number
  decimals: { price: number; volume: number }
  profit: number
  bars: number
  average: number
}

const unknown = Symbol('a value of too few candles')

export function rulesOf(text: string): Strategy {
  const parsed = parseRules(text)
  if (parsed.status === 'invalid') throw new Error(`Invalid rules: ${text}`)
  const { enter, exit, add, stop, target, size } = parsed.rules
  const trees = [enter, exit, add?.when, stop?.value, target?.value].filter((tree) => tree !== undefined)
  const valuesOf = createSeries()
  const read = (tree: Expression, scene: Scene) => evaluate(tree, scene, 0, valuesOf)
  const fresh = () => ({ bars: 0, adds: 0, isAdding: false, stop: 0n, target: 0n })
  let now = fresh()

  const level = (of: Distance, scene: Scene, { price, market: { step } }: Sight, sign: 1 | -1) => {
    const value = Number(read(of.value, scene))
    const distance = of.by === 'percent' ? Number(price) * value : value * scene.decimals.price
    if (!(distance > 0 && distance < Number.POSITIVE_INFINITY)) return undefined
    const steps = (Number(price) + sign * distance) / Number(step)
    const whole = sign < 0 ? Math.floor(steps + 1e-6) : Math.ceil(steps - 1e-6)
    return whole < 1 ? undefined : BigInt(whole) * step
  }
  const spend = ({ kind, value }: Amount, { cash, held, price, market }: Sight): bigint | 'all' => {
    if (kind === 'number') return BigInt(Math.round(value * 1e8))
    if (value === 100) return 'all'
    return floor((cash + worthDown(held, price, market)) * BigInt(Math.round(value * 10_000)), 1_000_000n)
  }
  const protect = (name: 'stop' | 'target', price: bigint): Wish => ({
    kind: name === 'stop' ? 'stop' : 'limit',
    side: 'sell',
    name: `rules-${name}`,
    price,
  })
  const cancels: Wish[] = ['rules-enter', 'rules-add'].map((name) => ({ kind: 'cancel', name }))
  const isWaiting = ({ orders }: Sight, side: 'buy' | 'sell') =>
    orders.some((order) => order.kind === 'market' && order.side === side)

  const buy = (scene: Scene, sight: Sight): Wish[] => {
    if (isWaiting(sight, 'buy') || isWaiting(sight, 'sell') || read(enter, scene) !== true) return []
    const below = stop ? level(stop, scene, sight, -1) : 0n
    const above = target ? level(target, scene, sight, 1) : 0n
    if (below === undefined || above === undefined || below >= sight.price) return []
    now = { ...fresh(), stop: below, target: above }
    const amount = size ?? { kind: 'percent', value: 100 }
    return [{ kind: 'market', side: 'buy', name: 'rules-enter', spend: spend(amount, sight) }]
  }
  const hold = (scene: Scene, sight: Sight): Wish[] => {
    if (isWaiting(sight, 'sell')) return []
    if (exit && read(exit, scene) === true) return [...cancels, { kind: 'market', side: 'sell', name: 'rules-exit' }]
    const wishes: Wish[] = []
    if (stop?.isTrailing) {
      const below = level(stop, scene, sight, -1)
      const known = sight.orders.find(({ kind, name }) => kind === 'stop' && name === 'rules-stop')?.price ?? 0n
      if (below !== undefined && below > known) wishes.push(protect('stop', below))
    }
    if (add && !isWaiting(sight, 'buy') && now.adds < add.most && read(add.when, scene) === true) {
      now.isAdding = true
      wishes.push({ kind: 'market', side: 'buy', name: 'rules-add', spend: spend(add.amount, sight) })
    }
    return wishes
  }
  return {
    onClose: (sight) => {
      const { held, cost, price, market, candles, time, priceDigits } = sight
      const decimals = { price: 10 ** priceDigits, volume: Number(market.parts) / 10 ** priceDigits }
      const profit = held === 0n ? 0 : Number(worthDown(held, price, market) - cost) / Number(cost)
      const average = held === 0n ? 0 : Number(cost) / 1e8 / (Number(held) / decimals.volume)
      const scene: Scene = { candles, time, decimals, profit, bars: now.bars + 1, average }
      // Nothing is decided while one of the values is unknown.
      if (trees.some((tree) => read(tree, scene) === unknown)) return []
      if (held === 0n) return buy(scene, sight)
      now.bars++
      return hold(scene, sight)
    },
    onTrades: (sight, trades) => {
      if (sight.held === 0n) {
        now = fresh()
        return cancels
      }
      if (now.isAdding && trades.some(({ name }) => name === 'rules-add')) {
        now.adds++
        now.isAdding = false
      }
      const missing = (name: string) => !sight.orders.some((order) => order.name === name)
      const wishes: Wish[] = []
      if (stop && missing('rules-stop')) wishes.push(protect('stop', now.stop))
      if (target && missing('rules-target')) wishes.push(protect('target', now.target))
      return wishes
    },
  }
}

type Evaluated = number | boolean | typeof unknown
type SeriesReader = (series: SeriesExpression, candles: readonly Candle[], at: number) => number | undefined

/** Evaluates both sides of everything, so that an unknown value makes the whole expression unknown. */
function evaluate(tree: Expression, scene: Scene, back: number, valuesOf: SeriesReader): Evaluated {
  const of = (part: Expression, more = 0) => evaluate(part, scene, back + more, valuesOf)
  const both = (parts: Expression[], more: number, compute: (values: number[]) => number | boolean): Evaluated => {
    const values = parts.map((part) => of(part, more))
    return values.includes(unknown) ? unknown : compute(values.map(Number))
  }
  switch (tree.kind) {
    case 'number':
      return tree.value
    case 'percent':
      return tree.value / 100
    case 'price':
    case 'indicator': {
      const value = valuesOf(tree, scene.candles, scene.candles.length - 1 - back)
      if (value === undefined) return unknown
      const unit = unitOf(tree)
      return unit === 'points' ? value : value / scene.decimals[unit]
    }
    case 'position':
      return { profit: scene.profit, 'bars held': scene.bars, 'average price': scene.average }[tree.name]
    case 'time': {
      const date = new Date(scene.time)
      return tree.name === 'hour' ? date.getUTCHours() : date.getUTCDay() || 7
    }
    case 'math':
      return both([...tree.of], 0, ([one = 0, other = 0]) => {
        if (tree.name === 'abs') return one < 0 ? -one : one
        if (Number.isNaN(one) || Number.isNaN(other)) return Number.NaN
        return one < other === (tree.name === 'min') ? one : other
      })
    case 'negative':
      return both([tree.of], 0, ([one = 0]) => -one)
    case 'earlier':
      return of(tree.of, tree.candles)
    case 'arithmetic':
      return both([tree.left, tree.right], 0, ([one = 0, other = 0]) => {
        if (tree.sign === '/') return other === 0 ? Number.NaN : one / other
        if (tree.sign === '*') return one * other
        return tree.sign === '+' ? one + other : one - other
      })
    case 'compare': {
      const sides = [tree.left, tree.right]
      const isNow = both(sides, 0, ([one = 0, other = 0]) => {
        if (tree.by === '=') return one === other
        if (tree.by === '!=') return !(one === other || Number.isNaN(one - other))
        if (tree.by.startsWith('crosses')) return tree.by === 'crosses above' ? one - other > 0 : one - other < 0
        if (tree.by === '<' || tree.by === '<=') return one < other || (tree.by === '<=' && one === other)
        return one > other || (tree.by === '>=' && one === other)
      })
      if (!tree.by.startsWith('crosses')) return isNow
      const before = both(sides, 1, ([one = 0, other = 0]) =>
        tree.by === 'crosses above' ? one - other <= 0 : one - other >= 0,
      )
      return isNow === unknown || before === unknown ? unknown : isNow && before
    }
    case 'not': {
      const value = of(tree.of)
      return value === unknown ? unknown : !value
    }
    case 'and':
    case 'or': {
      const [left, right] = [of(tree.left), of(tree.right)]
      if (left === unknown || right === unknown) return unknown
      return tree.kind === 'and' ? left === true && right === true : left === true || right === true
    }
  }
}

/** Computes series, keeping what was computed for earlier candles. */
function createSeries(): SeriesReader {
  const kept = new Map<string, Values>()
  const computed = (key: string, index: number, compute: (index: number) => number | undefined) => {
    const values = kept.get(key) ?? []
    kept.set(key, values)
    for (let at = values.length; at <= index; at++) values.push(compute(at))
    return values[index]
  }
  const ofRow = (row: readonly number[], series: SeriesExpression & { kind: 'indicator' }) => {
    const [n = 0, m = 0, k = 0] = series.params
    const { name } = series
    const index = row.length - 1
    const window = row.slice(-n)
    switch (name) {
      case 'SMA':
        return row.length < n ? undefined : mean(window)
      case 'EMA':
        return exponential(row, n, 2 / (n + 1))
      case 'RSI':
        return strength(row, n)
      case 'BB_MIDDLE':
      case 'BB_UPPER':
      case 'BB_LOWER': {
        if (row.length < n) return undefined
        const middle = mean(window)
        const spread = m * Math.sqrt(mean(window.map((each) => (each - middle) ** 2)))
        return name === 'BB_MIDDLE' ? middle : name === 'BB_UPPER' ? middle + spread : middle - spread
      }
      default: {
        const distanceAt = (end: number) => {
          const [fast, slow] = [n, m].map((size) => exponential(row.slice(0, end + 1), size, 2 / (size + 1)))
          return fast === undefined || slow === undefined ? undefined : fast - slow
        }
        const key = `distance ${JSON.stringify(series)}`
        const distances = row.flatMap((_, at) => computed(key, at, distanceAt) ?? [])
        const distance = computed(key, index, distanceAt)
        const signal = exponential(distances, k, 2 / (k + 1))
        if (name === 'MACD' || distance === undefined || signal === undefined)
          return name === 'MACD' ? distance : undefined
        return name === 'MACD_SIGNAL' ? signal : distance - signal
      }
    }
  }
  /** Reads the source in whole numbers, so that no mean depends on the order of a sum. */
  const ofWholes = (series: IndicatorExpression, source: IndicatorExpression['source'], until: readonly Candle[]) => {
    const isPrice = typeof source === 'string'
    if (!isPrice) valueAt(source, until, until.length - 1)
    const known = isPrice ? [] : (kept.get(JSON.stringify(source)) ?? []).slice(0, until.length)
    const row = isPrice
      ? until.map((candle) => total(pricesOf(source, candle)))
      : known.flatMap((value) => (value === undefined ? [] : [Math.round(value * gridOf(source))]))
    const value = ofRow(row, series)
    const [candle] = until
    const parts = isPrice ? (candle ? pricesOf(source, candle).length : 1) : gridOf(source)
    return value === undefined || series.name === 'RSI' ? value : value / parts
  }
  const valueAt: SeriesReader = (series, candles, index) => {
    if (index < 0) return undefined
    if (series.kind === 'price') {
      const candle = candles[index]
      return candle && total(pricesOf(series.name, candle)) / pricesOf(series.name, candle).length
    }
    const { name, params, source } = series
    const [n = 0] = params
    const grid = gridOf(series)
    const key = JSON.stringify(series)
    return computed(key, index, (at) => {
      const until = candles.slice(0, at + 1)
      const value =
        name === 'ATR'
          ? trueRange(until, n)
          : name === 'HIGHEST' || name === 'LOWEST'
            ? extreme(until.slice(-n), name, n)
            : ofWholes(series, source, until)
      return value === undefined ? undefined : Math.round(value * grid) / grid
    })
  }
  return valueAt
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const mean = (values: readonly number[]) => total(values) / values.length

/** The prices of which a price is the mean */
function pricesOf(name: PriceName, { open, high, low, close, volume }: Candle): number[] {
  const all = { open: [open], high: [high], low: [low], close: [close], volume: [volume] }
  return { ...all, hl2: [high, low], hlc3: [high, low, close], ohlc4: [open, high, low, close] }[name]
}

/** An RSI has points; everything else has the unit of what it reads, and so has an indicator of an RSI. */
function unitOf(series: SeriesExpression): 'points' | 'price' | 'volume' {
  const source = series.kind === 'price' ? series.name : series.source
  if (series.kind === 'indicator' && series.name === 'RSI') return 'points'
  if (typeof source !== 'string') return unitOf(source)
  return source === 'volume' ? 'volume' : 'price'
}

const gridOf = (series: SeriesExpression) => (unitOf(series) === 'points' ? 999_983 : 997)

/** Exponential average of the newest values, seeded with the mean of the oldest of them. */
function exponential(row: readonly number[], size: number, weight: number): number | undefined {
  const length = Math.round(2 / weight - 1)
  const known = row.slice(-Math.max(4 * length, 200))
  if (known.length < size) return undefined
  return known.slice(size).reduce((average, value) => average + weight * (value - average), mean(known.slice(0, size)))
}

function strength(row: readonly number[], size: number): number | undefined {
  const changes = row.slice(1).map((value, at) => value - (row[at] ?? 0))
  const rise = exponential(
    changes.map((change) => Math.max(0, change)),
    size,
    1 / size,
  )
  const fall = exponential(
    changes.map((change) => Math.max(0, -change)),
    size,
    1 / size,
  )
  if (rise === undefined || fall === undefined) return undefined
  return rise + fall === 0 ? 50 : (100 * rise) / (rise + fall)
}

function trueRange(candles: readonly Candle[], size: number): number | undefined {
  const ranges = candles.slice(1).map(({ high, low }, at) => {
    const before = candles[at]?.close ?? 0
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
  })
  return exponential(ranges, size, 1 / size)
}

function extreme(candles: readonly Candle[], name: string, size: number): number | undefined {
  if (candles.length < size) return undefined
  return name === 'HIGHEST' ? Math.max(...candles.map(({ high }) => high)) : Math.min(...candles.map(({ low }) => low))
}
