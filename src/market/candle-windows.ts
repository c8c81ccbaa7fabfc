import { createListeners } from '../events/events.ts'
import type { Logger } from '../log/logger.ts'
import type { MinuteUpdate, Tick } from './candle.ts'
import { type CandleChanges, type CandleWindow, createCandleWindow } from './candle-window.ts'
import type { Instrument } from './instrument.ts'
import { retentionMs } from './minute-window.ts'
import type { CandleReader } from './queries.ts'
import { allTime, type Span } from './span.ts'
import type { Timeframe } from './timeframe.ts'

export interface CandleWindows {
  get(asset: string): CandleWindow | undefined
  current(asset: string, tf: Timeframe): Tick | undefined
  /** Applies minutes of an asset. @returns the changed part of the past: see `CandleChanges` */
  take(asset: string, minutes: readonly MinuteUpdate[]): Span | undefined
  markMissing(asset: string, missing: Span): void
  onTick(listener: (tick: Tick) => void): () => void
  /** Subscribes to settled closes: see `Market.onClose` */
  onClose(listener: (close: Tick) => void): () => void
}

export interface CandleWindowsOptions {
  instruments: readonly Instrument[]
  reader: Pick<CandleReader, 'minuteEnds' | 'minuteListsFrom'>
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
  for (const { asset } of instruments) {
    const ends = await reader.minuteEnds({ asset, ...allTime })
    const since = ends && ends.last - retentionMs
    const stored =
      since === undefined
        ? undefined
        : { minutes: await reader.minuteListsFrom(asset, since), missing: await missingSince(asset, since) }
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
    onTick: ticks.on,
    onClose: closes.on,
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
    onTick: ticks.on,
    onClose: closes.on,
  }
}
