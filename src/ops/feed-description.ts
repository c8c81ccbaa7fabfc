import type { WaitReason } from '../market/feed/feed.ts'
import type { Market } from '../market/market.ts'

const reasons: Record<WaitReason, string> = {
  disconnected: 'the connection to the source is lost',
  refused: 'the source cannot be reached',
  forbidden: 'the source refuses this place or network (403 or 451)',
  limited: 'the source has banned this address for a while',
  silent: 'the source sends no data',
}

/** Describes the feed's state for operators. Stale prices do not make the process unready. */
export function feedDescription(market: Pick<Market, 'state' | 'otherSource'>): string {
  const [state, other] = [market.state(), market.otherSource?.()]
  const now = {
    live: 'live',
    connecting: 'connecting',
    ended: 'the recording has ended',
    waiting: state.name === 'waiting' ? reasons[state.reason] : '',
  }[state.name]
  const assets = Object.entries(state.assets ?? {}).map(([asset, one]) => `${asset} ${one}`)
  const stale = Object.entries(state.stale ?? {}).map(
    ([asset, since]) => `${asset} stale since ${new Date(since).toISOString()}`,
  )
  const warnings = other ? [`FEED names ${other.here} here, prices come from ${other.there}`] : []
  return [now, ...warnings, ...assets, ...stale].join('; ')
}
