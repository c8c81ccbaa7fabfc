import type { BacktestTask } from '../src/bots/backtest/run-backtest.ts'
import type { Minute } from '../src/bots/engine/portfolio.ts'
import { type Book, type World, walked } from './simulated-fills.ts'
import { ceil, floor, larger, least, marketOf, sharedCost, whole, worthDown } from './simulated-money.ts'
import type { Wish } from './simulated-strategies.ts'
import { type Candle, type Order, type Sight, type Strategy, strategyOf, type Trade } from './simulated-strategies.ts'

/*
 * A second, independent implementation of the documented behavior of paper bots: exact integers and fractions, one loop
 * over the minutes, no optimizations.
 */

export type Plan = Omit<BacktestTask, 'minutes' | 'params'> & {
  params: Record<string, number | string | boolean>
  minutes: readonly Minute[]
}

interface Mark extends Fall {
  time: number
  equity: bigint
  close: number
  holds: boolean
}

/** Drawdown: depth from the highest equity so far, and duration, measured at minute closes */
interface Fall {
  deepest: number
  longestMs: number
}

export interface Simulated {
  trades: Trade[]
  marks: Mark[]
  isHalted: boolean
}

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const moscowMs = 180 * minuteMs
const protection = ['risk-stop', 'risk-profit']

interface Bot {
  world: World
  strategy: Strategy
  priceDigits: number
  book: Book
  nextId: number
  price: bigint
  mode: 'running' | 'halted' | { pausedUntil: number }
  /** Highest price since the position was opened */
  watermark: bigint
  peak: bigint
  /** End of the last minute whose equity was the peak */
  peakEnd: number
  fall: Fall
  /** Day number in Moscow time; `dayStart` is the equity before the first minute of the day */
  day: number
  dayStart: bigint
  buysFrom: number
  lastMinute: number
  trades: Trade[]
}

export function simulate(plan: Plan): Simulated {
  const bot = openBot(plan)
  const candles: Candle[] = []
  const marks: Mark[] = []
  const length = plan.tf * minuteMs
  let open: Candle | undefined
  const mark = (time: number) => {
    const { price, book, fall } = bot
    marks.push({ time, equity: equityOf(bot), close: Number(price), holds: book.held > 0n, ...fall })
  }
  const settle = () => {
    if (!open) return
    candles.push(open)
    if (open.time >= plan.from) {
      const end = open.time + length
      if (bot.mode !== 'halted') decide(bot, bot.strategy.onClose(sightOf(bot, candles, end)), end)
      mark(open.time)
    }
    open = undefined
  }
  for (const minute of plan.minutes) {
    if (minute.openTime >= plan.to) break
    const time = minute.openTime - (minute.openTime % length)
    if (open && open.time !== time) settle()
    if (minute.openTime >= plan.from) pass(bot, minute)
    const { high, low, close } = minute
    open = {
      time,
      open: open?.open ?? minute.open,
      high: Math.max(high, open?.high ?? high),
      low: Math.min(low, open?.low ?? low),
      close,
      volume: minute.volume + (open?.volume ?? 0),
    }
    if (minute.openTime + minuteMs === time + length) settle()
  }
  if (open && open.time + length <= plan.to) settle()
  else if (open && bot.lastMinute >= open.time) mark(Math.max(plan.from, open.time))
  return { trades: bot.trades, marks, isHalted: bot.mode === 'halted' }
}

function openBot({ terms: { scale, costs, volumeShare, order }, risk = {}, capital, strategy, params }: Plan): Bot {
  const money = BigInt(capital)
  const world: World = {
    market: marketOf(scale),
    taker: BigInt(costs.takerFee),
    maker: BigInt(costs.makerFee),
    worse: { spread: BigInt(costs.spread), slippage: BigInt(costs.slippage) },
    volumeShare: volumeShare === undefined ? undefined : BigInt(volumeShare),
    rules: risk,
    isPessimistic: order === 'pessimistic',
  }
  return {
    ...{ world, strategy: strategyOf(strategy, params), priceDigits: scale.priceDigits, nextId: 1, price: 0n },
    ...{ mode: 'running', watermark: 0n, peak: money, peakEnd: -1, fall: { deepest: 0, longestMs: 0 } },
    ...{ day: -1, dayStart: money, buysFrom: 0, lastMinute: -1, trades: [] },
    book: { cash: money, held: 0n, cost: 0n, orders: [], highest: undefined, room: 0n, trades: [] },
  }
}

function equityOf({ book: { cash, held }, price, world: { market } }: Bot): bigint {
  return cash + worthDown(held, price, market)
}

function sightOf(
  { book, world: { market }, priceDigits, price }: Bot,
  candles: readonly Candle[],
  time: number,
): Sight {
  const { cash, held, cost, orders } = book
  return { market, priceDigits, cash, held, cost, price, orders, candles, time }
}

function pass(bot: Bot, minute: Minute): void {
  const before = equityOf(bot)
  const end = minute.openTime + minuteMs
  bot.book = walked(bot.book, minute, bot.world, typeof bot.mode === 'object' || minute.openTime < bot.buysFrom)
  bot.price = BigInt(minute.close)
  bot.trades.push(...bot.book.trades)
  measure(bot, minute.openTime)
  bot.lastMinute = minute.openTime
  if (typeof bot.mode === 'object' && end >= bot.mode.pausedUntil) bot.mode = 'running'
  watch(bot, minute, before)
  if (bot.mode === 'halted') return
  const { trades } = bot.book
  if (trades.length > 0) decide(bot, bot.strategy.onTrades(sightOf(bot, [], end), trades), end)
  protect(bot)
}

function measure(bot: Bot, openTime: number): void {
  const [equity, end] = [equityOf(bot), openTime + minuteMs]
  if (bot.peakEnd < 0) bot.peakEnd = openTime
  if (equity >= bot.peak) [bot.peak, bot.peakEnd] = [equity, end]
  const deepest = Math.max(bot.fall.deepest, Number(bot.peak - equity) / Number(bot.peak))
  const longestMs = equity < bot.peak ? Math.max(bot.fall.longestMs, end - bot.peakEnd) : bot.fall.longestMs
  bot.fall = { deepest, longestMs }
}

/** Updates the drawdown bounds, the cooldown and the watermark after a minute. */
function watch(bot: Bot, { openTime, high }: Minute, before: bigint): void {
  const { book, mode, watermark } = bot
  const { cooldownMinutes, maxDrawdown, dailyLoss } = bot.world.rules
  const [today, end] = [Math.floor((openTime + moscowMs) / dayMs), openTime + minuteMs]
  if (today !== bot.day) [bot.day, bot.dayStart] = [today, before]
  bot.watermark = book.held === 0n ? 0n : (book.highest ?? larger(watermark, BigInt(high)))
  if (cooldownMinutes && book.trades.some(({ profit }) => profit < 0n)) bot.buysFrom = end + cooldownMinutes * minuteMs
  const midnight = (today + 1) * dayMs - moscowMs
  // A loss that exactly equals the limit does not trigger the risk rule yet.
  const isBelow = (from: bigint, rate = 1_000_000) => equityOf(bot) * whole < from * (whole - BigInt(rate))
  if (mode === 'halted') return
  if (isBelow(bot.peak, maxDrawdown)) halt(bot)
  else if (mode === 'running' && end < midnight && isBelow(bot.dayStart, dailyLoss))
    bot.mode = { pausedUntil: midnight }
}

function halt(bot: Bot): void {
  bot.mode = 'halted'
  bot.book.orders = []
  if (bot.book.held > 0n) place(bot, { kind: 'market', side: 'sell' })
}

/**
 * Places the protective orders at their levels: a stop below the entry price or behind the watermark, and a
 * take-profit.
 */
function protect(bot: Bot): void {
  const { book, watermark, world } = bot
  const { market, rules } = world
  const { stopLoss, trailing, takeProfit } = rules
  const now = (name: string) => book.orders.find((order) => order.name === name)
  if (book.held === 0n) {
    for (const name of protection) place(bot, { kind: 'cancel', name })
    return
  }
  const put = (kind: 'limit' | 'stop', name: string, level: bigint) => {
    if (now(name)?.price !== level) place(bot, { kind, side: 'sell', name, price: level })
  }
  const stops: bigint[] = []
  if (stopLoss !== undefined) stops.push(sharedCost(book, whole - BigInt(stopLoss), floor, market))
  if (trailing !== undefined) {
    stops.push(market.step * floor(watermark * (whole - BigInt(trailing)), whole * market.step))
  }
  if (stops.length > 0) put('stop', 'risk-stop', stops.reduce(larger, market.step))
  if (takeProfit === undefined) return
  put('limit', 'risk-profit', larger(market.step, sharedCost(book, whole + BigInt(takeProfit), ceil, market)))
}

/** Places the strategy's orders that the risk rules allow. */
function decide(bot: Bot, wishes: readonly Wish[], time: number): void {
  const { book, mode, buysFrom } = bot
  const { maxOrders = Number.POSITIVE_INFINITY, allocation } = bot.world.rules
  const before = book.orders
  let waiting = before.filter(({ name }) => !protection.includes(name)).length
  const most = allocation === undefined ? 'all' : floor(equityOf(bot) * BigInt(allocation), whole) - book.cost
  for (const wish of wishes) {
    if (wish.kind === 'cancel') {
      place(bot, wish)
      continue
    }
    if (wish.side === 'buy' && (mode !== 'running' || time < buysFrom)) continue
    if (wish.kind !== 'market' && !before.some(({ kind, name }) => kind !== 'market' && name === wish.name)) {
      if (waiting >= maxOrders) continue
      waiting++
    }
    if (wish.kind !== 'market' || wish.side === 'sell' || most === 'all') place(bot, wish)
    else if (most > 0n) place(bot, { ...wish, spend: least(wish.spend ?? 'all', most) })
  }
}

/** Places an order. An order with the same name replaces the earlier one, except the rest of a triggered stop. */
function place(bot: Bot, wish: Wish): void {
  const { book } = bot
  const { name = '' } = wish
  if (wish.kind === 'cancel') {
    book.orders = name === 'all' ? [] : book.orders.filter((order) => order.name !== name)
    return
  }
  if (book.orders.some((order) => order.isTouched && order.name === name)) return
  const others = name === '' ? book.orders : book.orders.filter((order) => order.name !== name)
  const blank: Omit<Order, 'id' | 'kind' | 'side'> = {
    name,
    price: 0n,
    quantity: 'all',
    spend: 'all',
    isTouched: false,
  }
  book.orders = [...others, { ...blank, ...wish, id: bot.nextId++ }]
}
