import { pathMemory } from './catalog.ts'

/**
 * A recursion from candle to candle, such as a stop that follows the price. Its functions write into a state that they
 * are given, because most steps are repeated for several starts, and new objects would cost a third of the time.
 */
export interface Recursion<Input, State> {
  create(): State
  begin(input: Input, into: State): void
  step(before: State, input: Input, into: State): void
  isSame(left: State, right: State): boolean
}

/** Both functions return a state that is valid until the next call. */
export interface Path<Input, State> {
  next(input: Input): State
  peek(input: Input): State
}

/**
 * Computes a recursion as if the history began `pathMemory` candles ago. The path from each next start is followed only
 * until it meets the path from the start before it, from which it does not differ afterwards. Most paths meet within a
 * few dozen candles; what the others show depends on `pathMemory`, never on how many candles are loaded.
 */
export function createPath<Input, State>(recursion: Recursion<Input, State>): Path<Input, State> {
  const { create, begin, step, isSame } = recursion
  const size = pathMemory - 1
  const inputs: Input[] = []
  /** States after the inputs, on the path from the oldest input; a ring, in which `start` is the oldest place */
  const states: State[] = []
  let start = 0
  let spare = create()
  const followFromStart = () => {
    let place = start
    let state = spare
    begin(inputs[place] as Input, state)
    for (let count = 1; count < size && !isSame(state, states[place] as State); count++) {
      const replaced = states[place] as State
      states[place] = state
      place = place + 1 === size ? 0 : place + 1
      step(state, inputs[place] as Input, replaced)
      state = replaced
    }
    spare = states[place] as State
    states[place] = state
  }
  const write = (input: Input, into: State) => {
    const before = states[(start + states.length - 1) % size]
    if (before === undefined) begin(input, into)
    else step(before, input, into)
    return into
  }
  return {
    peek: (input) => write(input, spare),
    next: (input) => {
      const isFull = states.length === size
      const place = isFull ? start : states.length
      const state = write(input, isFull ? (states[place] as State) : create())
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
