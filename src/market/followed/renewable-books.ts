import { createListeners } from '../../events/listeners.ts'
import type { Logger } from '../../log/logger.ts'
import { type Books, listenerFailed } from '../books.ts'
import type { Tick } from '../candle.ts'
import type { Instrument } from '../instrument.ts'

/** Books that can begin anew, for other instruments or another source; who listens goes on listening. */
export interface RenewableBooks extends Books {
  instruments(): readonly Instrument[]
  /** Reads new books; until they are there the former ones answer. */
  renew(instruments: readonly Instrument[]): Promise<void>
}

export type OpenBooks = (instruments: readonly Instrument[]) => Promise<Books>

export async function openRenewableBooks(
  first: readonly Instrument[],
  open: OpenBooks,
  log: Logger,
): Promise<RenewableBooks> {
  const ticks = createListeners<[Tick]>(log, listenerFailed)
  const closes = createListeners<[Tick]>(log, listenerFailed)
  let instruments = first
  let books = await openAndListen(first)

  async function openAndListen(wanted: readonly Instrument[]): Promise<Books> {
    const opened = await open(wanted)
    opened.onTick(ticks.tell)
    opened.onClose(closes.tell)
    return opened
  }
  return {
    instruments: () => instruments,
    renew: async (next) => {
      books = await openAndListen(next)
      instruments = next
    },
    get: (asset) => books.get(asset),
    current: (asset, tf) => books.current(asset, tf),
    take: (asset, minutes) => books.take(asset, minutes),
    judge: (asset, missing) => books.judge(asset, missing),
    onTick: ticks.on,
    onClose: closes.on,
  }
}
