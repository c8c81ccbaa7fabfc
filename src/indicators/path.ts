import { pathMemory } from './catalog.ts'

/** A recursion from candle to candle, such as a stop that follows the price */
export interface Recursion<Input, State> {
  begin(input: Input): State
  step(state: State, input: Input): State
  isSame(left: State, right: State): boolean
}

export interface Path<Input, State> {
  next(input: Input): State
  peek(input: Input): State
}

/**
 * Computes a recursion as if the history began `pathMemory` candles ago. The path from each next start is followed only
 * until it meets the path from the start before it, from which it does not differ afterwards. Most paths meet within a
 * few dozen candles; what the others show depends on `pathMemory`, never on how many candles are loaded.
 */
export function createPath<Input, State>({ begin, step, isSame }: Recursion<Input, State>): Path<Input, State> {
  const size = pathMemory - 1
  const inputs: Input[] = []
  /** States after the inputs, on the path from the oldest input; a ring, in which `start` is the oldest place */
  const states: State[] = []
  let start = 0
  const followFromStart = () => {
    let place = start
    let state = begin(inputs[place] as Input)
    for (let count = 1; count < size && !isSame(state, states[place] as State); count++) {
      states[place] = state
      place = place + 1 === size ? 0 : place + 1
      state = step(state, inputs[place] as Input)
    }
    states[place] = state
  }
  const peek = (input: Input) => {
    const before = states[(start + states.length - 1) % size]
    return before === undefined ? begin(input) : step(before, input)
  }
  return {
    peek,
    next: (input) => {
      const state = peek(input)
      const isFull = states.length === size
      const place = isFull ? start : states.length
      inputs[place] = input
      states[place] = state
      if (isFull) {
        start = start + 1 === size ? 0 : start + 1
        followFromStart()
      }
      return state
    },
  }
}
