/** Also has the requested extra fields and all fields of the page's `navigation`: icon, badge, custom fields. */
export interface NavigationItem {
  title: string
  path: string
  /** For a folder without a page: the common prefix of its pages, `docs/1.start` */
  stem: string
  /** An index page is repeated here as the first child. Absent if empty. */
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
