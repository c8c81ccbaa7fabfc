import type { Events } from '../../events/events.ts'
import type { MarketState } from '../asset-state.ts'
import { feedState } from '../topics.ts'

/** Interval after which the state promises the next reconnection attempt to a lost process, ms */
const lookAgainMs = 2000

/** Market state in a process that follows another one; publishes changes as `feed-state`. */
export interface ReplicaState {
  state(): MarketState
  /** Stores the state announced by the followed process; shown as long as the prices of that process are */
  receive(state: MarketState): void
  show(isFollowed: boolean): void
  /** Shows that the followed process is silent. @param now  ms UTC */
  showSilence(now: number): void
}

const connecting: MarketState = { name: 'connecting', isBackfilling: false }

export function createReplicaState(events: Pick<Events, 'emit'>): ReplicaState {
  let received: MarketState | undefined
  let state: MarketState = connecting
  const set = (next: MarketState) => {
    const before = state
    state = next
    const isStillSilent = isSilent(before) && isSilent(next)
    if (!isStillSilent && !Bun.deepEquals(before, next)) events.emit(feedState, next)
  }
  return {
    state: () => state,
    receive: (next) => {
      received = next
    },
    show: (isFollowed) => set((isFollowed && received) || connecting),
    showSilence: (now) => {
      received = undefined
      set({ name: 'waiting', until: now + lookAgainMs, reason: 'silent', isBackfilling: false })
    },
  }
}

function isSilent(state: MarketState): boolean {
  return state.name === 'waiting' && state.reason === 'silent'
}
