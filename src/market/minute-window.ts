import { type Candle, type MinuteUpdate, mergeCandles } from './candle.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'
import { wholeUnits } from './units.ts'

/** Minutes as lists of equal length, in ascending order; in units, as in `Candle`. `isClosed` is 1 or 0. */
export type MinuteLists = Record<Exclude<keyof MinuteUpdate, 'asset' | 'traded'>, readonly number[]>

/** Minutes merged into one candle, with the source's time of the latest minute, ms UTC */
export interface MergedMinutes extends Candle {
  time: number
}

/** Minutes of one asset by openTime, ms UTC, stored as plain numbers: objects used ten times the memory. */
interface MinuteBlocks {
  get(openTime: number): MinuteUpdate | undefined
  has(openTime: number): boolean
  isClosed(openTime: number): boolean
  set(minute: MinuteUpdate): void
  load(stored: MinuteLists): void
  /** Merges the minutes with `from <= openTime < to`; the open is that of the first minute. */
  merged(from: number, to: number): MergedMinutes | undefined
  /** Days that may have minutes, by their start, ms UTC */
  days(): Set<number>
  /** Drops all minutes that open before `moment`, ms UTC. */
  dropBefore(moment: number): void
}

/** Size of a memory block, minutes: memory is allocated for six hours at a time. */
const blockMinutes = 360
const blockMs = blockMinutes * minuteMs
const state = { absent: 0, open: 1, closed: 2 }
/** Number of columns per minute: open, high, low, close, volume, time */
const width = 6

interface Block {
  /** One `state` byte per minute of the block */
  states: Uint8Array
  /** `width` numbers per minute of the block */
  values: Float64Array
}

function createMinuteBlocks(asset: string): MinuteBlocks {
  const blocks = new Map<number, Block>()
  const blockAt = (openTime: number) => blocks.get(Math.floor(openTime / blockMs))
  const stateAt = (openTime: number) => blockAt(openTime)?.states[rowOf(openTime)] ?? state.absent
  const blockFor = (openTime: number): Block => {
    const known = blockAt(openTime)
    if (known) return known
    const block = { states: new Uint8Array(blockMinutes), values: new Float64Array(blockMinutes * width) }
    blocks.set(Math.floor(openTime / blockMs), block)
    return block
  }

  return {
    has: (openTime) => stateAt(openTime) !== state.absent,
    isClosed: (openTime) => stateAt(openTime) === state.closed,
    get: (openTime) => {
      const block = blockAt(openTime)
      const known = stateAt(openTime)
      if (!block || known === state.absent) return undefined
      return { asset, ...minuteOf(block, openTime), isClosed: known === state.closed }
    },
    set: ({ openTime, open, high, low, close, volume, isClosed, time }) => {
      const [{ states, values }, row] = [blockFor(openTime), rowOf(openTime)]
      states[row] = isClosed ? state.closed : state.open
      values.set([open, high, low, close, volume, time], row * width)
    },
    load: (stored) => {
      for (let at = 0; at < stored.openTime.length; at++) {
        const openTime = stored.openTime[at] ?? 0
        const [{ states, values }, row] = [blockFor(openTime), rowOf(openTime)]
        states[row] = stored.isClosed[at] === 1 ? state.closed : state.open
        values[row * width] = stored.open[at] ?? 0
        values[row * width + 1] = stored.high[at] ?? 0
        values[row * width + 2] = stored.low[at] ?? 0
        values[row * width + 3] = stored.close[at] ?? 0
        values[row * width + 4] = stored.volume[at] ?? 0
        values[row * width + 5] = stored.time[at] ?? 0
      }
    },
    merged: (from, to) => {
      let merged: MergedMinutes | undefined
      for (let openTime = Math.ceil(from / minuteMs) * minuteMs; openTime < to; openTime += minuteMs) {
        const block = blockAt(openTime)
        if (!block || block.states[rowOf(openTime)] === state.absent) continue
        if (merged) extend(merged, block, openTime)
        else merged = minuteOf(block, openTime)
      }
      return merged
    },
    days: () => new Set(Array.from(blocks.keys(), (number) => openTimeOf(number * blockMs, 1440))),
    dropBefore: (moment) => {
      for (const [number, { states }] of blocks) {
        const rows = Math.ceil((moment - number * blockMs) / minuteMs)
        if (rows >= blockMinutes) blocks.delete(number)
        else if (rows > 0) states.fill(state.absent, 0, rows)
      }
    },
  }
}

function rowOf(openTime: number): number {
  return Math.floor(openTime / minuteMs) % blockMinutes
}

function minuteOf({ values }: Block, openTime: number): MergedMinutes {
  const at = rowOf(openTime) * width
  return {
    openTime,
    open: wholeUnits(values[at] ?? 0),
    high: wholeUnits(values[at + 1] ?? 0),
    low: wholeUnits(values[at + 2] ?? 0),
    close: wholeUnits(values[at + 3] ?? 0),
    volume: wholeUnits(values[at + 4] ?? 0),
    time: values[at + 5] ?? 0,
  }
}

export function mergedWith(earlier: MergedMinutes, later: MergedMinutes): MergedMinutes {
  const { openTime, open, high, low, close, volume } = mergeCandles(earlier, later)
  return { openTime, open, high, low, close, volume, time: Math.max(earlier.time, later.time) }
}

/** Extends a merged candle by the next minute. */
function extend(merged: MergedMinutes, { values }: Block, openTime: number): void {
  const at = rowOf(openTime) * width
  merged.high = wholeUnits(Math.max(merged.high, values[at + 1] ?? 0))
  merged.low = wholeUnits(Math.min(merged.low, values[at + 2] ?? 0))
  merged.close = wholeUnits(values[at + 3] ?? 0)
  merged.volume = wholeUnits(merged.volume + (values[at + 4] ?? 0))
  merged.time = Math.max(merged.time, values[at + 5] ?? 0)
}

/** Time that minutes stay in memory, ms: the current day and the day before, whose candles may still be settling. */
export const retentionMs = 49 * 60 * minuteMs

export interface MinuteWindow extends Pick<MinuteBlocks, 'get' | 'has' | 'isClosed' | 'merged' | 'days'> {
  /** Accepts minutes in any chronological order. @returns the minutes that changed something */
  put(updates: readonly MinuteUpdate[]): MinuteUpdate[]
  /** Loads minutes from the database. Call it before any `put`. */
  load(stored: MinuteLists): void
  /** openTime of the newest minute, ms UTC; -Infinity before the first */
  newest(): number
  prune(): void
  /** A number that changes whenever a minute closes or a newer minute arrives */
  revision(): number
}

/** Whether an update replaces the known one. A closed one beats an open one, else the later one wins. */
export function replaces(update: MinuteUpdate, known: MinuteUpdate | undefined): boolean {
  if (!known) return true
  if (update.isClosed !== known.isClosed) return update.isClosed
  return update.time > known.time
}

export function createMinuteWindow(asset: string): MinuteWindow {
  const { get, has, isClosed, merged, days, set, load, dropBefore } = createMinuteBlocks(asset)
  let newest = Number.NEGATIVE_INFINITY
  let revision = 0

  const take = (update: MinuteUpdate): boolean => {
    const { openTime } = update
    if (openTime < newest - retentionMs || !replaces(update, get(openTime))) return false
    set(update)
    if (update.isClosed) revision++
    return true
  }
  return {
    get,
    has,
    isClosed,
    merged,
    days,
    put: (updates) => {
      const news = updates.filter(take)
      for (const { openTime } of news) {
        if (openTime <= newest) continue
        newest = openTime
        revision++
      }
      return news
    },
    load: (stored) => {
      load(stored)
      newest = stored.openTime.at(-1) ?? newest
      revision++
    },
    newest: () => newest,
    prune: () => dropBefore(newest - retentionMs),
    revision: () => revision,
  }
}
