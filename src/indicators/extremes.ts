import type { Running } from './indicator.ts'

/**
 * Creates the highest of the newest `length` values, including the given one. The ring holds the maxima of the previous
 * block, from each place to its end, and the current block: two comparisons per value on average.
 * @param length at least 2
 */
function createHighest(length: number): Running {
  const size = length - 1
  const ring = new Float64Array(size)
  const rest = new Float64Array(size + 1).fill(Number.NEGATIVE_INFINITY)
  let isFull = false
  let place = 0
  let inCourse = Number.NEGATIVE_INFINITY

  const turn = () => {
    isFull = true
    place = 0
    inCourse = Number.NEGATIVE_INFINITY
    for (let at = size - 1; at >= 0; at--) rest[at] = Math.max(ring[at] ?? 0, rest[at + 1] ?? 0)
  }
  const peek = (value: number) => (isFull ? Math.max(value, inCourse, rest[place] ?? value) : undefined)
  return {
    peek,
    next: (value) => {
      const highest = peek(value)
      ring[place++] = value
      inCourse = Math.max(inCourse, value)
      if (place === size) turn()
      return highest
    },
  }
}

function createLowest(length: number): Running {
  const highest = createHighest(length)
  const mirrored = (value: number | undefined) => (value === undefined ? undefined : -value)
  return { peek: (value) => mirrored(highest.peek(-value)), next: (value) => mirrored(highest.next(-value)) }
}

export interface Extent {
  high: number
  low: number
}

/** Creates the highest high and the lowest low of the newest `length` candles, including the given one. */
export function createExtent(length: number) {
  const [highest, lowest] = [createHighest(length), createLowest(length)]
  const read = (act: 'next' | 'peek', { high, low }: Extent): Extent | undefined => {
    const [top, bottom] = [highest[act](high), lowest[act](low)]
    return top === undefined || bottom === undefined ? undefined : { high: top, low: bottom }
  }
  return { peek: (candle: Extent) => read('peek', candle), next: (candle: Extent) => read('next', candle) }
}
