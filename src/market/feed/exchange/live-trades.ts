import type { MinuteUpdate } from '../../candle.ts'
import { openTimeOf } from '../../timeframe.ts'
import { maxTrades, type Trade } from '../../trade.ts'
import { wholeUnits } from '../../units.ts'
import { type Clock, createTimers } from '../clock.ts'

/** Interval at which trades move prices and are sent on, ms, as often as screens draw */
const everyMs = 250
/** Maximum trades of an asset that wait for the candle that contains them, which comes within seconds */
const maxWaiting = 1000
/** Maximum IDs of an asset that are remembered: two connections overlap for seconds while one is being renewed. */
const maxKnown = 2000

export interface LiveTradesOptions {
  clock: Clock
  /** Time of the exchange, ms UTC */
  now(): number
  onUpdate(update: MinuteUpdate): void
  onTrades(trades: readonly Trade[]): void
}

/** Moves the price of the open minute by the trades since its last candle. Volumes and closed minutes are the candle's. */
export interface LiveTrades {
  /** Notes a candle of the exchange. @returns whether its volume shows trades that earlier candles did not have */
  candle(update: MinuteUpdate): boolean
  /** @param trades  of one asset */
  add(trades: readonly Trade[]): void
  stop(): void
}

interface AssetTrades {
  candle: MinuteUpdate | undefined
  /** Trades that the candle does not contain yet */
  waiting: Trade[]
  /** Trades that were not sent on yet */
  fresh: Trade[]
  known: Set<string>
  /** Time of the last update that was made from trades, ms UTC */
  movedAt: number
}

export function createLiveTrades({ clock, now, onUpdate, onTrades }: LiveTradesOptions): LiveTrades {
  const assets = new Map<string, AssetTrades>()
  const timers = createTimers<'flush'>(clock)
  let isFlushing = false
  const of = (asset: string): AssetTrades => {
    const known = assets.get(asset)
    const trades = known ?? { candle: undefined, waiting: [], fresh: [], known: new Set<string>(), movedAt: 0 }
    if (!known) assets.set(asset, trades)
    return trades
  }
  const flush = () => {
    isFlushing = false
    const fresh: Trade[] = []
    for (const trades of assets.values()) {
      fresh.push(...trades.fresh)
      trades.fresh = []
      const moved = movedBy(trades, now())
      if (!moved) continue
      trades.movedAt = moved.time
      onUpdate(moved)
    }
    if (fresh.length > 0) onTrades(fresh)
  }
  const flushSoon = () => {
    if (isFlushing) return
    isFlushing = true
    timers.start('flush', everyMs, flush)
  }
  return {
    candle: (update) => {
      const trades = of(update.asset)
      const { candle } = trades
      if (candle && update.openTime < candle.openTime) return false
      trades.candle = update
      trades.waiting = trades.waiting.filter(({ time }) => time > update.time)
      return candle ? candle.openTime < update.openTime || candle.volume < update.volume : false
    },
    add: (list) => {
      for (const trade of list) {
        const trades = of(trade.asset)
        if (!isNew(trades.known, trade.id)) continue
        push(trades.fresh, trade, maxTrades)
        if (trade.time > (trades.candle?.time ?? 0)) push(trades.waiting, trade, maxWaiting)
      }
      flushSoon()
    },
    stop: timers.stopAll,
  }
}

/** Returns the open minute as the trades after its candle have moved it; undefined if they have not. */
function movedBy({ candle, waiting, movedAt }: AssetTrades, now: number): MinuteUpdate | undefined {
  if (!candle || candle.isClosed) return undefined
  const trades = waiting.filter(({ time }) => openTimeOf(time, 1) === candle.openTime)
  const last = trades.reduce((newest, trade) => (trade.time >= newest.time ? trade : newest), trades[0] as Trade)
  // The next candle must not seem older than a trade whose time runs ahead of the exchange's.
  const time = Math.min(last?.time ?? 0, now)
  if (trades.length === 0 || time <= Math.max(candle.time, movedAt)) return undefined
  const prices = trades.map(({ price }) => price)
  return {
    ...candle,
    high: wholeUnits(Math.max(candle.high, ...prices)),
    low: wholeUnits(Math.min(candle.low, ...prices)),
    close: last.price,
    time,
  }
}

function push(trades: Trade[], trade: Trade, max: number): void {
  trades.push(trade)
  if (trades.length > max) trades.shift()
}

/** Remembers an ID, and forgets the oldest of too many. @returns whether it is new */
function isNew(known: Set<string>, id: string): boolean {
  if (known.has(id)) return false
  known.add(id)
  if (known.size > maxKnown) for (const oldest of known) return known.delete(oldest)
  return true
}
