import { z } from 'zod'
import type { Market } from '../market/market.ts'
import { isTimeframe } from '../market/timeframe.ts'
import type { Bundles } from './bundles.ts'
import type { Channel, Channels } from './channels.ts'
import type { TickerLimits } from './limits.ts'
import { takeToken } from './protocol/bucket.ts'
import { followedBy, joinBundle, joinTopics, leaveBundle, leaveTopics, sendTicks, type TickPeer } from './subscriber.ts'
import type { TradeTopics } from './trade-topics.ts'

type RefusalReason =
  /** `malformed`: the payload is not `{ asset, tf }` with a string and a number */
  'malformed' | 'unknown-asset' | 'unknown-timeframe' | 'too-many' | 'too-fast'

const pairSchema = z.object({ asset: z.string(), tf: z.number() })

const maxEchoed = 32

export function refusalOf(asked: unknown, reason: RefusalReason): ['refused', Record<string, unknown>] {
  const given = typeof asked === 'object' && asked !== null ? asked : {}
  const asset = 'asset' in given && typeof given.asset === 'string' ? given.asset.slice(0, maxEchoed) : null
  const tf = 'tf' in given && typeof given.tf === 'number' ? given.tf : null
  return ['refused', { asset, tf, reason }]
}

export const requestNames = ['subscribe', 'unsubscribe', 'bundle', 'trades'] as const
type RequestName = (typeof requestNames)[number]

interface Refused {
  asked: unknown
  reason: RefusalReason
}

export interface SubscriptionsOptions {
  market: Pick<Market, 'instrument' | 'current'>
  channels: Channels
  bundles: Bundles
  trades: Pick<TradeTopics, 'follow'>
  limits: Pick<TickerLimits, 'asking' | 'subscriptionsPerSocket'>
  now(): number
  onSent(ticks: number): void
}

export interface Subscriptions {
  count(): number
  /** Handles a request of a client. @returns the refused parts of it with their reasons */
  handle(peer: TickPeer, name: RequestName, asked: unknown): Refused[]
  endAll(peer: TickPeer): void
}

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { channels, trades, limits, now } = options
  const { count, begin, end, beginBundle, endBundle } = createMemberships(options)

  const subscribe = (peer: TickPeer, asked: unknown): Refused[] => {
    const own = peer.data.session.own
    const found = channelOf(options, asked)
    if ('refused' in found) return [{ asked, reason: found.refused }]
    const followed = followedBy(own)
    if (!followed.includes(found.channel)) {
      if (followed.length >= limits.subscriptionsPerSocket) return [{ asked, reason: 'too-many' }]
      begin(peer, found.channel)
    }
    sendStates(options, peer, [found.channel])
    return []
  }
  /** Replaces everything that the client follows by one bundle; single pairs if there are too many bundles. */
  const follow = (peer: TickPeer, asked: unknown): Refused[] => {
    const own = peer.data.session.own
    const { wanted, refused } = readPairs(options, asked)
    const old = followedBy(own)
    // The new subscriptions begin before the old ones end, so that channels of both keep their state.
    for (const channel of wanted) channel.subscribers++
    for (const channel of own.channels ?? []) end(peer, channel)
    endBundle(peer)
    for (const channel of wanted) channel.subscribers--
    if (!beginBundle(peer, wanted)) for (const channel of wanted) begin(peer, channel)
    const added = [...wanted].filter((channel) => !old.includes(channel))
    sendStates(options, peer, added)
    return refused
  }
  const unsubscribe = (peer: TickPeer, asked: unknown) => {
    const { success, data } = pairSchema.safeParse(asked)
    const channel = success && isTimeframe(data.tf) ? channels.find(data.asset, data.tf) : undefined
    if (channel && peer.data.session.own.channels?.has(channel)) end(peer, channel)
  }

  return {
    count,
    handle: (peer, name, asked) => {
      const own = peer.data.session.own
      const fullAt = takeToken(own.askingFullAt, limits.asking, now())
      if (fullAt === undefined) return [{ asked, reason: 'too-fast' }]
      own.askingFullAt = fullAt
      if (name === 'subscribe') return subscribe(peer, asked)
      if (name === 'bundle') return follow(peer, asked)
      if (name === 'trades') return followTrades(options, peer, asked)
      unsubscribe(peer, asked)
      return []
    },
    endAll: (peer) => {
      for (const channel of peer.data.session.own.channels ?? []) end(peer, channel)
      endBundle(peer)
      trades.follow(peer, new Set())
    },
  }
}

/** Adds clients to channels and bundles and removes them; keeps all counts right, also for slow clients. */
function createMemberships({ channels, bundles }: Pick<SubscriptionsOptions, 'channels' | 'bundles'>) {
  let count = 0
  const begin = (peer: TickPeer, channel: Channel) => {
    const own = peer.data.session.own
    own.channels ??= new Set()
    own.channels.add(channel)
    channel.subscribers++
    count++
    if (own.isSlow) channel.slow++
    else joinTopics(peer, channel)
  }
  const end = (peer: TickPeer, channel: Channel) => {
    const own = peer.data.session.own
    own.channels?.delete(channel)
    count--
    if (own.isSlow) channel.slow--
    else if (!peer.data.isClosed) leaveTopics(peer, channel)
    if (--channel.subscribers === 0) channels.forget(channel)
  }
  /** @returns false if there are no channels, or too many bundles */
  const beginBundle = (peer: TickPeer, wanted: ReadonlySet<Channel>): boolean => {
    const own = peer.data.session.own
    own.bundle = wanted.size > 0 ? bundles.join([...wanted]) : undefined
    if (!own.bundle) return false
    count += wanted.size
    if (own.isSlow) own.bundle.slow++
    else joinBundle(peer, own.bundle)
    for (const channel of wanted) {
      channel.subscribers++
      if (own.isSlow) channel.slow++
    }
    return true
  }
  const endBundle = (peer: TickPeer) => {
    const own = peer.data.session.own
    const { bundle } = own
    if (!bundle) return
    own.bundle = undefined
    count -= bundle.channels.size
    if (own.isSlow) bundle.slow--
    else if (!peer.data.isClosed) leaveBundle(peer, bundle)
    bundles.leave(bundle)
    for (const channel of bundle.channels) {
      if (own.isSlow) channel.slow--
      if (--channel.subscribers === 0) channels.forget(channel)
    }
  }
  return { count: () => count, begin, end, beginBundle, endBundle }
}

/** Replaces the assets whose trades a client follows. */
function followTrades({ market, trades, limits }: SubscriptionsOptions, peer: TickPeer, asked: unknown): Refused[] {
  const { data } = z.array(z.string()).safeParse(asked)
  if (!data) return [{ asked, reason: 'malformed' }]
  if (data.length > limits.subscriptionsPerSocket) return [{ asked, reason: 'too-many' }]
  const unknown = data.filter((asset) => !market.instrument(asset))
  trades.follow(peer, new Set(data.filter((asset) => !unknown.includes(asset))))
  return unknown.map((asset) => ({ asked: { asset }, reason: 'unknown-asset' }))
}

/** Finds the channel of a requested pair. */
function channelOf(
  { market, channels }: Pick<SubscriptionsOptions, 'market' | 'channels'>,
  asked: unknown,
): { channel: Channel } | { refused: RefusalReason } {
  const { success, data } = pairSchema.safeParse(asked)
  if (!success) return { refused: 'malformed' }
  const instrument = market.instrument(data.asset)
  if (!instrument) return { refused: 'unknown-asset' }
  if (!isTimeframe(data.tf)) return { refused: 'unknown-timeframe' }
  return { channel: channels.findOrAdd(instrument, data.tf) }
}

function readPairs(options: SubscriptionsOptions, asked: unknown): { wanted: Set<Channel>; refused: Refused[] } {
  const wanted = new Set<Channel>()
  if (!Array.isArray(asked)) return { wanted, refused: [{ asked, reason: 'malformed' }] }
  const refused: Refused[] = []
  for (const pair of asked) {
    if (wanted.size + refused.length >= options.limits.subscriptionsPerSocket) {
      refused.push({ asked: pair, reason: 'too-many' })
      break
    }
    const found = channelOf(options, pair)
    if ('channel' in found) wanted.add(found.channel)
    else refused.push({ asked: pair, reason: found.refused })
  }
  return { wanted, refused }
}

/** Sends the newest states after everything published before, so the next tick cannot be older than the state. */
function sendStates(
  { market, channels, onSent }: Pick<SubscriptionsOptions, 'market' | 'channels' | 'onSent'>,
  peer: TickPeer,
  followed: readonly Channel[],
): void {
  for (const channel of followed) {
    const current = channel.tick ? undefined : market.current(channel.instrument.asset, channel.tf)
    if (current) channels.update(channel, current)
  }
  sendTicks(peer, followed)
  onSent(followed.filter(({ tick }) => tick).length)
}
