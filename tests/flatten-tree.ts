import type { NavigationItem } from '../src/content/catalog/navigation-tree.ts'

/** Returns the pages of a tree from top to bottom, each once. */
export function flattenTree(items: readonly NavigationItem[]): NavigationItem[] {
  return items.flatMap(({ children = [], ...item }) => {
    const below = flattenTree(children)
    const isListedBelow = item.page === false || below.some(({ path }) => path === item.path)
    return isListedBelow ? below : [item, ...below]
  })
}
