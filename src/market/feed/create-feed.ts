import { type FeedName, feedNamesOf } from '../../config/feeds.ts'
import type { Config } from '../../config.ts'
import { systemClock } from './clock.ts'
import type { Feed } from './feed.ts'
import { joinFeeds } from './joined/joined-feed.ts'
import type { FeedSettings, Probe, ReplaySteps } from './manifest.ts'
import { manifests } from './manifests.ts'

export type FeedOptions = Partial<Omit<FeedSettings, 'value'>>

/** Returns the kind of feed that `FEED` names, the first of several; undefined if `FEED` is not set. */
export function namedFeed(value: Config['FEED']): FeedName | undefined {
  return value === undefined ? undefined : feedNamesOf(value)[0]
}

/** Returns how to find out whether the named sources answer; empty if they are on this machine. */
export function probesOf(value: string): Probe[] {
  return feedNamesOf(value).flatMap((name) => manifests[name].probe ?? [])
}

/** Whether `FEED` names a source whose archives `candles import` reads */
export function readsArchives(value: Config['FEED']): boolean {
  const name = namedFeed(value)
  return name !== undefined && manifests[name].hasArchives === true
}

export function replayStepsOf(config: Pick<Config, 'REPLAY_PRICE_STEP' | 'REPLAY_QUANTITY_STEP'>): ReplaySteps {
  return { priceStep: config.REPLAY_PRICE_STEP, quantityStep: config.REPLAY_QUANTITY_STEP }
}

/** Creates the feed that `FEED` names; the demo by default. @throws ConfigError if the value cannot be used */
export function createFeed(value: Config['FEED'] = 'demo', options: FeedOptions = {}): Feed {
  const { clock = systemClock, seed = 'course' } = options
  const [first, ...others] = feedNamesOf(value)
  const create = (name: FeedName) => manifests[name].create({ ...options, value, clock, seed })
  return others.length > 0 ? joinFeeds([create(first), ...others.map(create)]) : create(first)
}
