import type { Events } from '../../events/events.ts'
import type { MarketState } from '../asset-state.ts'
import type { MinuteUpdate } from '../candle.ts'
import type { Feed } from '../feed/feed.ts'
import type { AssetSpan } from '../span.ts'
import { marketAsked, marketNews, marketTold } from './process-topics.ts'

/** Minutes in one event: some hundred kilobytes */
const mostMinutes = 500

export interface TellOthersOptions {
  feed: Pick<Feed, 'id' | 'source' | 'instruments'>
  events: Pick<Events, 'emit' | 'on' | 'others'>
  state(): MarketState
  /** @returns whether everything taken before is in the database */
  flush(): Promise<boolean>
}

/** Tells other processes what this one, which has the feed, takes into its books. */
export interface MarketTeller {
  /** To be called before the books take them: what follows from them is never heard first. */
  minutes(minutes: readonly MinuteUpdate[]): void
  missing(span: AssetSpan): void
  stateChanged(): void
  /** Writes, and tells how far. */
  sync(): Promise<void>
  close(): void
}

export function tellOthers({ feed, events, state, flush }: TellOthersOptions): MarketTeller {
  const run = crypto.randomUUID()
  let [told, stored] = [0, 0]
  let syncing: Promise<void> | undefined
  let isAskedAgain = false

  const tellNews = (news: { minutes?: MinuteUpdate[]; missing?: AssetSpan[] }) => {
    // Counted all the same: who comes later sees what is not written yet.
    told++
    if (events.others.areThere()) events.emit(marketNews, { run, number: told, minutes: [], missing: [], ...news })
  }
  const tellState = () => {
    if (!events.others.areThere()) return
    const { id, source, instruments } = feed
    events.emit(marketTold, { run, told, stored, id, source, instruments: [...instruments], state: state() })
  }
  const write = async () => {
    do {
      isAskedAgain = false
      const upTo = told
      if (await flush()) stored = upTo
      tellState()
    } while (isAskedAgain)
  }
  const sync = () => {
    if (syncing) isAskedAgain = true
    syncing ??= write().finally(() => {
      syncing = undefined
    })
    return syncing
  }
  const stopListening = events.on(marketAsked, () => {
    // At once, so that who has just come takes the news that follow; again when all before them is written.
    tellState()
    return sync()
  })
  return {
    minutes: (minutes) => {
      for (let at = 0; at < minutes.length; at += mostMinutes) {
        tellNews({ minutes: minutes.slice(at, at + mostMinutes) })
      }
    },
    missing: (span) => tellNews({ missing: [span] }),
    stateChanged: tellState,
    sync,
    close: stopListening,
  }
}
