import { isDeepStrictEqual } from 'node:util'
import type { RunEvent, RunState, Setup, StepResult } from './run-state.ts'
import { step } from './step.ts'

/** The same run with the other order of extremes. */
export interface OtherOrder {
  /** Undefined while both orders give the same result */
  readonly state: RunState | undefined
  /** Applies an event, given its result in the first order */
  follow(before: RunState, stepped: StepResult, event: RunEvent): void
}

/** Costs a second step per event once the two runs differ; before that, only for events that change the desk. */
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
