import type { Events } from '../../events/events.ts'
import type { MarketState } from '../asset-state.ts'
import type { MinuteUpdate } from '../candle.ts'
import type { Feed } from '../feed/feed.ts'
import type { AssetSpan } from '../span.ts'
import { marketNews, marketStatus, marketStatusRequest } from './process-topics.ts'

/** Maximum minutes per event, which is then some hundred kilobytes long */
const maxMinutes = 500

export interface MarketPublisherOptions {
  feed: Pick<Feed, 'id' | 'source' | 'instruments'>
  events: Pick<Events, 'emit' | 'on' | 'others'>
  state(): MarketState
  /** Writes pending minutes. @returns whether everything received before is in the database */
  flush(): Promise<boolean>
}

/** Publishes the changes that the process with the feed applies to its candle windows, for other processes. */
export interface MarketPublisher {
  /** Publishes minutes. Call it before applying them, so that followers never receive the consequences first. */
  minutes(minutes: readonly MinuteUpdate[]): void
  missing(span: AssetSpan): void
  stateChanged(): void
  /** Writes pending minutes and publishes up to which news number everything is stored. */
  sync(): Promise<void>
  close(): void
}

export function publishToFollowers({ feed, events, state, flush }: MarketPublisherOptions): MarketPublisher {
  const run = crypto.randomUUID()
  let [published, stored] = [0, 0]
  let syncing: Promise<void> | undefined
  let isAskedAgain = false

  const publishNews = (news: { minutes?: MinuteUpdate[]; missing?: AssetSpan[] }) => {
    // News is counted even without followers, so that a later follower knows that some of it is not stored yet.
    published++
    if (events.others.areThere()) events.emit(marketNews, { run, number: published, minutes: [], missing: [], ...news })
  }
  const publishStatus = () => {
    if (!events.others.areThere()) return
    const { id, source, instruments } = feed
    events.emit(marketStatus, {
      run,
      told: published,
      stored,
      id,
      source,
      instruments: [...instruments],
      state: state(),
    })
  }
  const write = async () => {
    do {
      isAskedAgain = false
      const upTo = published
      if (await flush()) stored = upTo
      publishStatus()
    } while (isAskedAgain)
  }
  const sync = () => {
    if (syncing) isAskedAgain = true
    syncing ??= write().finally(() => {
      syncing = undefined
    })
    return syncing
  }
  const stopListening = events.on(marketStatusRequest, () => {
    // The status is published at once, so that a new follower applies the next messages, and again when all news is
    // stored.
    publishStatus()
    return sync()
  })
  return {
    minutes: (minutes) => {
      for (let at = 0; at < minutes.length; at += maxMinutes) {
        publishNews({ minutes: minutes.slice(at, at + maxMinutes) })
      }
    },
    missing: (span) => publishNews({ missing: [span] }),
    stateChanged: publishStatus,
    sync,
    close: stopListening,
  }
}
