import { createListeners } from '../events/listeners.ts'
import type { Logger } from '../log/logger.ts'
import { type Books, listenerFailed } from './books.ts'
import type { Tick } from './candle.ts'

/** Candle windows that can be replaced as a whole; listeners stay subscribed. */
export interface ReplaceableBooks extends Books {
  replace(next: Books): void
}

export function createReplaceableBooks(first: Books, log: Logger): ReplaceableBooks {
  const ticks = createListeners<[Tick]>(log, listenerFailed)
  const closes = createListeners<[Tick]>(log, listenerFailed)
  const listen = (to: Books) => [to.onTick(ticks.tell), to.onClose(closes.tell)]
  let books = first
  let stops = listen(books)
  return {
    replace: (next) => {
      // Updates to the former windows are not published.
      for (const stop of stops) stop()
      books = next
      stops = listen(books)
    },
    get: (asset) => books.get(asset),
    current: (asset, tf) => books.current(asset, tf),
    take: (asset, minutes) => books.take(asset, minutes),
    judge: (asset, missing) => books.judge(asset, missing),
    onTick: ticks.on,
    onClose: closes.on,
  }
}
