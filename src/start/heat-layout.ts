export interface Tile {
  /** Place and size in percent of the whole map */
  x: number
  y: number
  width: number
  height: number
}

interface Area {
  at: number
  weight: number
}

/**
 * Divides a rectangle among weights by halving: each part is cut across its longer side into two groups of weights that
 * are as equal as their order allows. Tiles have the order of the weights, and their areas are proportional to them.
 * @param ratio  width of the rectangle divided by its height
 */
export function tilesOf(weights: readonly number[], ratio: number): Tile[] {
  const tiles: Tile[] = []
  const divide = (areas: readonly Area[], tile: Tile): void => {
    const [first] = areas
    if (!first) return
    if (areas.length === 1) {
      tiles[first.at] = tile
      return
    }
    const cut = halfOf(areas)
    const share = sumOf(areas.slice(0, cut)) / sumOf(areas)
    const { x, y, width, height } = tile
    if (width * ratio >= height) {
      divide(areas.slice(0, cut), { x, y, width: width * share, height })
      divide(areas.slice(cut), { x: x + width * share, y, width: width * (1 - share), height })
    } else {
      divide(areas.slice(0, cut), { x, y, width, height: height * share })
      divide(areas.slice(cut), { x, y: y + height * share, width, height: height * (1 - share) })
    }
  }
  divide(
    weights.map((weight, at) => ({ at, weight })),
    { x: 0, y: 0, width: 100, height: 100 },
  )
  return tiles
}

/** Returns the number of first areas whose sum is nearest to half of all; at least one, and not all. */
function halfOf(areas: readonly Area[]): number {
  const half = sumOf(areas) / 2
  let [sum, cut, nearest] = [0, 1, Number.POSITIVE_INFINITY]
  for (const [at, { weight }] of areas.slice(0, -1).entries()) {
    sum += weight
    if (Math.abs(sum - half) >= nearest) continue
    nearest = Math.abs(sum - half)
    cut = at + 1
  }
  return cut
}

function sumOf(areas: readonly Area[]): number {
  return areas.reduce((sum, { weight }) => sum + weight, 0)
}
