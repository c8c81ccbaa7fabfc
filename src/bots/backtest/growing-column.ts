/** Numbers one after the other, without an object for each; how many is not known before. */
export interface GrowingColumn {
  push(value: number): void
  /** Those so far, as a copy that can be handed to another thread */
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
