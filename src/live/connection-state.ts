import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { FeedState } from '../market/feed/feed.ts'

export type ConnectionState =
  | { name: 'idle' }
  | { name: 'connecting' }
  | { name: 'live' }
  /** Prices are live, but the candles of an asset on the page are still being fetched. */
  | { name: 'filling' }
  /** The connection was lost. The next attempt is at `until`, ms UTC, or in progress if that is undefined. */
  | { name: 'reconnecting'; until?: number | undefined }
  /** The server has reached its connection limit and refuses this page. */
  | { name: 'full'; until?: number | undefined }
  | { name: 'offline' }
  | { name: 'stale'; feed: FeedState }

interface Facts {
  isWanted: boolean
  isOnline: boolean
  isConnected: boolean
  /** Whether a connection was made or an attempt failed since the page was loaded */
  hasTried: boolean
  until: number | undefined
  isFull: boolean
  feed: FeedState
  isFilling: boolean
}

export interface ConnectionStatus {
  readonly facts: Readonly<Facts>
  readonly state: ReadonlySignal<ConnectionState>
  set(change: Partial<Facts>): void
}

export function createConnectionStatus(): ConnectionStatus {
  const facts: Facts = {
    isWanted: false,
    isOnline: true,
    isConnected: false,
    hasTried: false,
    until: undefined,
    isFull: false,
    feed: { name: 'live' },
    isFilling: false,
  }
  const state = signal(stateOf(facts))
  return {
    facts,
    state,
    set: (change) => {
      const next = stateOf(Object.assign(facts, change))
      if (JSON.stringify(next) !== JSON.stringify(state.peek())) state.value = next
    },
  }
}

function stateOf(facts: Facts): ConnectionState {
  const { isWanted, isOnline, isConnected, hasTried, until, isFull, feed, isFilling } = facts
  if (!isWanted) return { name: 'idle' }
  if (!isOnline) return { name: 'offline' }
  if (isConnected && feed.name !== 'live') return { name: 'stale', feed }
  if (isConnected) return { name: isFilling ? 'filling' : 'live' }
  if (isFull) return { name: 'full', until }
  return hasTried ? { name: 'reconnecting', until } : { name: 'connecting' }
}
