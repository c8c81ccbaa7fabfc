import type { Events } from '../../events/events.ts'
import type { MarketState } from '../asset-state.ts'
import { feedState } from '../topics.ts'

/** One that is gone is looked for at least so often. */
const lookAgainMs = 2000

/** How the market stands where another process has the feed; `feed-state` tells of changes. */
export interface Standing {
  state(): MarketState
  /** What that process says of itself; it is shown as long as its prices are. */
  hear(state: MarketState): void
  show(isFollowed: boolean): void
  /** Nothing is heard of it. @param now  ms UTC */
  showSilence(now: number): void
}

const connecting: MarketState = { name: 'connecting', isBackfilling: false }

export function createStanding(events: Pick<Events, 'emit'>): Standing {
  let told: MarketState | undefined
  let state: MarketState = connecting
  const set = (next: MarketState) => {
    const before = state
    state = next
    const isStillSilent = isSilent(before) && isSilent(next)
    if (!isStillSilent && !Bun.deepEquals(before, next)) events.emit(feedState, next)
  }
  return {
    state: () => state,
    hear: (next) => {
      told = next
    },
    show: (isFollowed) => set((isFollowed && told) || connecting),
    showSilence: (now) => {
      told = undefined
      set({ name: 'waiting', until: now + lookAgainMs, reason: 'silent', isBackfilling: false })
    },
  }
}

function isSilent(state: MarketState): boolean {
  return state.name === 'waiting' && state.reason === 'silent'
}
