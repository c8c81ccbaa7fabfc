import type { SweepCell } from './sweep-cells.ts'

export interface Plateau {
  /** Index of its center among the cells */
  index: number
  /** Mean of the center and its neighbors */
  mean: number
  neighbours: number[]
}

/**
 * Finds the cell with the best mean over itself and its neighbors, because a single peak among bad cells is luck.
 * Neighbors differ by at most one step in each range. Skips cells with fewer than half of the possible neighbors.
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
