import { isDeepStrictEqual } from 'node:util'
import type { RunEvent, RunState, Setup, Stepped } from './run-state.ts'
import { step } from './step.ts'

/** A run as it would have gone in the other order of extremes. */
export interface OtherOrder {
  /** Undefined as long as both orders have come to the same */
  readonly state: RunState | undefined
  /** What has just been done in the first order */
  follow(before: RunState, stepped: Stepped, event: RunEvent): void
}

/** Costs a second step for the events after the orders have parted, and before that for those that change a desk. */
export function createOtherOrder(setup: Setup): OtherOrder {
  const order = setup.terms.order === 'nearest' ? 'pessimistic' : 'nearest'
  const other: Setup = { ...setup, terms: { ...setup.terms, order } }
  let state: RunState | undefined
  return {
    get state() {
      return state
    },
    follow: (before, stepped, event) => {
      if (state) {
        state = step(other, state, event).state
        return
      }
      if (event.kind !== 'minute' || stepped.state.desk === before.desk) return
      const another = step(other, before, event)
      if (!isDeepStrictEqual(another, stepped)) state = another.state
    },
  }
}
