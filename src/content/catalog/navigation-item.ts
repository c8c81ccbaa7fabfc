/** Also carries requested extra fields and whatever the page's `navigation` sets: icon, badge, custom fields. */
export interface NavigationItem {
  title: string
  path: string
  /** Of a folder without a page: its pages' common prefix, `docs/1.start` */
  stem: string
  /** An index page is repeated here as the first child. Absent when empty. */
  children?: NavigationItem[]
  page?: false
  [field: string]: unknown
}

export function flattenTree(items: readonly NavigationItem[]): NavigationItem[] {
  return items.flatMap(({ children = [], ...item }) => {
    const below = flattenTree(children)
    const isListedBelow = item.page === false || below.some(({ path }) => path === item.path)
    return isListedBelow ? below : [item, ...below]
  })
}
