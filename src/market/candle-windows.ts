import { createListeners } from '../events/events.ts'
import type { Logger } from '../log/logger.ts'
import type { MinuteUpdate, Tick } from './candle.ts'
import { type CandleChanges, type CandleWindow, createCandleWindow } from './candle-window.ts'
import { firstDay, type OlderDay } from './day-window.ts'
import type { Instrument } from './instrument.ts'
import { retentionMs } from './minute-window.ts'
import { holesOf } from './past/holes.ts'
import type { CandleReader } from './queries.ts'
import { type AssetSpan, allTime, type Span } from './span.ts'
import { dayMs, openTimeOf, type Timeframe } from './timeframe.ts'

export interface CandleWindows {
  get(asset: string): CandleWindow | undefined
  current(asset: string, tf: Timeframe): Tick | undefined
  /** Applies minutes of an asset. @returns the changed part of the past: see `CandleChanges` */
  take(asset: string, minutes: readonly MinuteUpdate[]): Span | undefined
  markMissing(asset: string, missing: Span): void
  /** Whether a span has days that weeks and months are made of and whose minutes are not in memory */
  hasOlderDays(span: AssetSpan): boolean
  /** Reads these days again. */
  reloadDays(asset: string): Promise<void>
  onTick(listener: (tick: Tick) => void): () => void
  /** Subscribes to settled closes: see `Market.onClose` */
  onClose(listener: (close: Tick) => void): () => void
}

export interface CandleWindowsOptions {
  instruments: readonly Instrument[]
  reader: Pick<CandleReader, 'minuteEnds' | 'minuteListsFrom' | 'minutes' | 'days'>
  /** Spans that the source is confirmed not to have and that end after `time`, ms UTC */
  missingSince(asset: string, time: number): Promise<Span[]>
  /** Start of the history, ms UTC: older minutes are never fetched */
  horizon(): number
  log: Logger
}

/** Log message for a market listener that throws */
const listenerFailed = 'A market listener failed'

export async function openCandleWindows({
  instruments,
  reader,
  missingSince,
  horizon,
  log,
}: CandleWindowsOptions): Promise<CandleWindows> {
  const windows = new Map<string, CandleWindow>()
  const readDays = createDaysReader({ reader, missingSince })
  for (const { asset } of instruments) {
    const ends = await reader.minuteEnds({ asset, ...allTime })
    const since = ends && ends.last - retentionMs
    const stored =
      since === undefined
        ? undefined
        : {
            minutes: await reader.minuteListsFrom(asset, since),
            missing: await missingSince(asset, since),
            days: await readDays(asset, since + retentionMs),
          }
    windows.set(asset, createCandleWindow(asset, { stored, horizon }))
  }
  const ticks = createListeners<[Tick]>(log, listenerFailed)
  const closes = createListeners<[Tick]>(log, listenerFailed)
  const publish = (news: CandleChanges | undefined) => {
    for (const close of news?.settled ?? []) closes.notify(close)
    for (const tick of news?.ticks ?? []) ticks.notify(tick)
    return news?.corrected
  }
  return {
    get: (asset) => windows.get(asset),
    current: (asset, tf) => windows.get(asset)?.current(tf),
    take: (asset, minutes) => publish(windows.get(asset)?.take(minutes)),
    markMissing: (asset, missing) => void publish(windows.get(asset)?.markMissing(missing)),
    hasOlderDays: ({ asset, from, to }) => {
      const newest = windows.get(asset)?.current(1)?.openTime
      return newest !== undefined && openTimeOf(from, 1440) < newest - retentionMs && to > firstDay(newest)
    },
    reloadDays: async (asset) => {
      const newest = windows.get(asset)?.current(1)?.openTime
      if (newest !== undefined) windows.get(asset)?.loadDays(await readDays(asset, newest))
    },
    onTick: ticks.on,
    onClose: closes.on,
  }
}

/** Creates a reader of the days before the window of minutes that ends with the newest one. */
function createDaysReader({ reader, missingSince }: Pick<CandleWindowsOptions, 'reader' | 'missingSince'>) {
  return async (asset: string, newest: number): Promise<OlderDay[]> => {
    const [from, to] = [firstDay(newest), newest - retentionMs]
    const missing = await missingSince(asset, from)
    const stored = new Map((await reader.days(asset, from, to)).map((day) => [day.openTime, day]))
    const days: OlderDay[] = []
    for (let openTime = from; openTime < to; openTime += dayMs) {
      const candle = stored.get(openTime)
      const day = { from: openTime, to: openTime + dayMs }
      const gaps = missing.filter((gap) => gap.from < day.to && gap.to > day.from)
      // Only a day with gaps that were confirmed missing can be known although it is not closed.
      const minutes = candle && !candle.isClosed && gaps.length > 0 ? await reader.minutes(asset, day.from, day.to) : []
      const closed = minutes.filter(({ isClosed }) => isClosed).map((minute) => minute.openTime)
      days.push({ openTime, candle, isKnown: candle?.isClosed || holesOf(day, closed, gaps).length === 0 })
    }
    return days
  }
}

/** Candle windows that can be replaced as a whole while their listeners stay subscribed. */
export interface ReplaceableWindows extends CandleWindows {
  replace(next: CandleWindows): void
}

export function createReplaceableWindows(first: CandleWindows, log: Logger): ReplaceableWindows {
  const ticks = createListeners<[Tick]>(log, listenerFailed)
  const closes = createListeners<[Tick]>(log, listenerFailed)
  const listen = (to: CandleWindows) => [to.onTick(ticks.notify), to.onClose(closes.notify)]
  let windows = first
  let stops = listen(windows)
  return {
    replace: (next) => {
      // Updates to the replaced windows are not published any longer.
      for (const stop of stops) stop()
      windows = next
      stops = listen(windows)
    },
    get: (asset) => windows.get(asset),
    current: (asset, tf) => windows.current(asset, tf),
    take: (asset, minutes) => windows.take(asset, minutes),
    markMissing: (asset, missing) => windows.markMissing(asset, missing),
    hasOlderDays: (span) => windows.hasOlderDays(span),
    reloadDays: (asset) => windows.reloadDays(asset),
    onTick: ticks.on,
    onClose: closes.on,
  }
}
