import { createListeners } from '../events/listeners.ts'
import type { Logger } from '../log/logger.ts'
import type { Tick } from './candle.ts'
import { type CandleWindows, listenerFailed } from './candle-windows.ts'

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
