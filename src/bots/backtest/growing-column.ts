/** Growable array of numbers without an object per number, for an unknown length. */
export interface GrowingColumn {
  push(value: number): void
  /** A copy of the values so far, which can be transferred to another thread */
  values(): Float64Array<ArrayBuffer>
}

export function createGrowingColumn(): GrowingColumn {
  let room = new Float64Array(1024)
  let length = 0
  return {
    push: (value) => {
      if (length === room.length) {
        const larger = new Float64Array(2 * length)
        larger.set(room)
        room = larger
      }
      room[length++] = value
    },
    values: () => room.slice(0, length),
  }
}
