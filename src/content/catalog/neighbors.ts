/** The items before and after a path: null past the ends, and for an unknown path. Ignores one trailing slash. */
export function neighbors<Item extends { path: string }>(
  items: readonly Item[],
  path: string,
): [before: Item | null, after: Item | null] {
  const wanted = path.length > 1 ? path.replace(/\/$/, '') : path
  const at = items.findIndex((item) => item.path === wanted)
  return at < 0 ? [null, null] : [items[at - 1] ?? null, items[at + 1] ?? null]
}
