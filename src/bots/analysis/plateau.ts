import type { SweepCell } from './sweep-cells.ts'

export interface Plateau {
  /** Place of its middle among the cells */
  index: number
  /** Of it and its neighbours */
  mean: number
  neighbours: number[]
}

/**
 * Where a cell and its neighbours are best together: a peak among bad ones is luck. Neighbours differ by one value at most
 * in each range; cells that have fewer than half of those that there could be are passed over.
 */
export function plateauOf(cells: readonly Pick<SweepCell, 'at'>[], scores: readonly number[]): Plateau | undefined {
  const places = new Map(cells.map(({ at }, index) => [at.join(), index]))
  let best: Plateau | undefined
  for (const [index, { at }] of cells.entries()) {
    const neighbours = around(at).flatMap((each) => places.get(each.join()) ?? [])
    if (neighbours.length < (3 ** at.length - 1) / 2) continue
    const mean = [index, ...neighbours].reduce((sum, each) => sum + (scores[each] ?? 0), 0) / (neighbours.length + 1)
    if (!best || mean > best.mean) best = { index, mean, neighbours }
  }
  return best
}

function around(at: readonly number[]): number[][] {
  const all = at.reduce<number[][]>(
    (found, place) => found.flatMap((begun) => [-1, 0, 1].map((shift) => [...begun, place + shift])),
    [[]],
  )
  return all.filter((each) => each.some((place, axis) => place !== at[axis]))
}
