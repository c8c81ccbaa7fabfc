import { type Spot, segmentDistance } from './projection.ts'

/** Distance by which a simplified stroke may differ from the drawn one at first, px */
const tolerance = 1

/**
 * Reduces a stroke to at most `most` spots by the Ramer–Douglas–Peucker method: spots near the line between kept ones
 * are dropped. Ends are kept.
 */
export function simplified(spots: readonly Spot[], most: number): readonly Spot[] {
  let kept = reduced(spots, tolerance)
  for (let far = tolerance * 2; kept.length > most; far *= 2) kept = reduced(spots, far)
  return kept
}

function reduced(spots: readonly Spot[], far: number): readonly Spot[] {
  const isKept = new Set([0, spots.length - 1])
  const spans: [number, number][] = [[0, spots.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const [a, b] = [spots[from], spots[to]]
    if (!a || !b) continue
    let [farthest, distance] = [-1, far]
    for (let index = from + 1; index < to; index++) {
      const spot = spots[index]
      const own = spot ? segmentDistance(a, b, spot) : 0
      if (own > distance) [farthest, distance] = [index, own]
    }
    if (farthest < 0) continue
    isKept.add(farthest)
    spans.push([from, farthest], [farthest, to])
  }
  return spots.filter((_, index) => isKept.has(index))
}
