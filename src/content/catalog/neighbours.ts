export interface NeighbourOptions {
  /** How many items before the page and after it; one each unless given */
  before?: number
  after?: number
}

/**
 * The items around the one at `path`, in their order: as many as were asked for, null where the list has ended. All
 * are null when the list has no such path. One trailing slash is forgiven.
 */
export function neighbours<Item extends { path: string }>(
  items: readonly Item[],
  path: string,
  { before = 1, after = 1 }: NeighbourOptions = {},
): (Item | null)[] {
  const wanted = path.length > 1 ? path.replace(/\/$/, '') : path
  const at = items.findIndex((item) => item.path === wanted)
  const places = [
    ...Array.from({ length: before }, (_, n) => at - before + n),
    ...Array.from({ length: after }, (_, n) => at + 1 + n),
  ]
  return places.map((place) => (at < 0 ? null : (items[place] ?? null)))
}
