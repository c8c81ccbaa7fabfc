/**
 * A page or folder of a collection's tree. Beside the fields named here it carries the extra fields that were asked
 * for and whatever the page's `navigation` says: icon, badge, an author's own.
 */
export interface NavigationItem {
  title: string
  path: string
  /** Of a page as in its row, of a folder without one the stems' common beginning: `docs/1.start` */
  stem: string
  /** An index page stands here again, before the other pages of its folder. Absent when empty. */
  children?: NavigationItem[]
  /** Only on folders that have no page of their own */
  page?: false
  [field: string]: unknown
}

/** Every page once, in the order of the tree, without children. */
export function flattenTree(items: readonly NavigationItem[]): NavigationItem[] {
  return items.flatMap(({ children = [], ...item }) => {
    const below = flattenTree(children)
    const isListedBelow = item.page === false || below.some(({ path }) => path === item.path)
    return isListedBelow ? below : [item, ...below]
  })
}
