import { z } from 'zod'
import type { Market } from '../market/market.ts'
import { isTimeframe } from '../market/timeframe.ts'
import type { Channel, Channels } from './channels.ts'
import type { TickerLimits } from './limits.ts'
import { takeToken } from './protocol/bucket.ts'
import { joinTopics, leaveTopics, sendTicks, type TickPeer } from './subscriber.ts'

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

export interface SubscriptionsOptions {
  market: Pick<Market, 'instrument' | 'current'>
  channels: Channels
  limits: Pick<TickerLimits, 'asking' | 'subscriptionsPerSocket'>
  now(): number
  onSent(ticks: number): void
}

export interface Subscriptions {
  count(): number
  /** Handles a subscription request. @returns the reason of a refusal; undefined if it is accepted */
  handle(peer: TickPeer, name: 'subscribe' | 'unsubscribe', asked: unknown): RefusalReason | undefined
  endAll(peer: TickPeer): void
}

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { market, channels, limits, now, onSent } = options
  let count = 0

  const subscribe = (peer: TickPeer, asked: unknown): RefusalReason | undefined => {
    const own = peer.data.session.own
    const { success, data } = pairSchema.safeParse(asked)
    if (!success) return 'malformed'
    const instrument = market.instrument(data.asset)
    if (!instrument) return 'unknown-asset'
    if (!isTimeframe(data.tf)) return 'unknown-timeframe'
    const channel = channels.findOrAdd(instrument, data.tf)
    own.channels ??= new Set()
    if (!own.channels.has(channel)) {
      if (own.channels.size >= limits.subscriptionsPerSocket) return 'too-many'
      own.channels.add(channel)
      channel.subscribers++
      count++
      if (own.isSlow) channel.slow++
      else joinTopics(peer, channel)
    }
    if (!channel.tick) {
      const current = market.current(data.asset, data.tf)
      if (current) channels.update(channel, current)
    }
    // The state is sent after everything published before, so the next tick cannot be older than the state.
    sendTicks(peer, [channel])
    if (channel.tick) onSent(1)
    return undefined
  }
  const end = (peer: TickPeer, channel: Channel) => {
    const own = peer.data.session.own
    own.channels?.delete(channel)
    count--
    if (own.isSlow) channel.slow--
    else if (!peer.data.isClosed) leaveTopics(peer, channel)
    if (--channel.subscribers === 0) channels.forget(channel)
  }
  const unsubscribe = (peer: TickPeer, asked: unknown) => {
    const { success, data } = pairSchema.safeParse(asked)
    const channel = success && isTimeframe(data.tf) ? channels.find(data.asset, data.tf) : undefined
    if (channel && peer.data.session.own.channels?.has(channel)) end(peer, channel)
  }

  return {
    count: () => count,
    handle: (peer, name, asked) => {
      const own = peer.data.session.own
      const fullAt = takeToken(own.askingFullAt, limits.asking, now())
      if (fullAt === undefined) return 'too-fast'
      own.askingFullAt = fullAt
      if (name === 'subscribe') return subscribe(peer, asked)
      unsubscribe(peer, asked)
      return undefined
    },
    endAll: (peer) => {
      for (const channel of peer.data.session.own.channels ?? []) end(peer, channel)
    },
  }
}
