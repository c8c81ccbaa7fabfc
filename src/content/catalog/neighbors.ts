export interface NeighborOptions {
  before?: number
  after?: number
}

/** `before` + `after` items, null past the ends or for an unknown path. Ignores one trailing slash. */
export function neighbors<Item extends { path: string }>(
  items: readonly Item[],
  path: string,
  { before = 1, after = 1 }: NeighborOptions = {},
): (Item | null)[] {
  const wanted = path.length > 1 ? path.replace(/\/$/, '') : path
  const at = items.findIndex((item) => item.path === wanted)
  const places = [
    ...Array.from({ length: before }, (_, n) => at - before + n),
    ...Array.from({ length: after }, (_, n) => at + 1 + n),
  ]
  return places.map((place) => (at < 0 ? null : (items[place] ?? null)))
}
