import { defaultLocale, type Locale, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { type NavigationItem, navigationTree, settingsRow } from '../catalog/navigation-tree.ts'
import type { DocsListRow } from '../queries.ts'

export interface NavigationNode {
  title: string
  path: string
  stem: string
  icon?: string
  badge?: string
  /** Whether the node has a page; false for a folder without a page of its own */
  isPage: boolean
  children: NavigationNode[]
}

export interface FolderSettings {
  stem: string
  title: string | null
  icon: string | null
  isHidden: boolean
}

/**
 * Builds the tree of the documentation. `navigation: false` or `.navigation.yml` hides a node and everything below it.
 * @param pages  need not be sorted; the tree is sorted by the numbers of files and folders
 */
export function buildNavigation(locale: Locale, pages: DocsListRow[], folders: FolderSettings[]): NavigationNode[] {
  const rows = pages.map(({ path, stem, title, navigation }) => {
    return { path, stem, title, navigation: navigation && JSON.parse(navigation) }
  })
  const tree = navigationTree([...rows, ...folders.map(settingsRow)])
  const top = locale === defaultLocale ? tree : tree.flatMap(({ children = [] }) => children)
  const root = top.find(({ path }) => path === localised(locale, paths.docs))
  return root?.children?.map(siteNode) ?? []
}

/**
 * Updates the tree after edits that neither move nor hide a page: only the sections with changed titles are built
 * again.
 * @returns undefined if a section is not unique
 */
export function retitleNavigation(
  locale: Locale,
  { tree, pages, folders }: { tree: NavigationNode[]; pages: DocsListRow[]; folders: FolderSettings[] },
  retitled: readonly DocsListRow[],
): NavigationNode[] | undefined {
  const sections = new Set(retitled.map(({ path }) => sectionOf(locale, path)))
  const renewed = [...tree]
  const own = Map.groupBy(pages, ({ path }) => sectionOf(locale, path))
  for (const section of sections) {
    if (section === undefined) return undefined
    const [node, ...others] = buildNavigation(locale, own.get(section) ?? [], folders)
    const [place, ...places] = renewed.flatMap(({ stem }, at) => (stem === node?.stem ? [at] : []))
    if (!node || place === undefined || others.length + places.length > 0) return undefined
    renewed[place] = node
  }
  return renewed
}

/**
 * Returns the address of a page's section, directly below that of the documentation; undefined for the documentation's
 * own page
 */
function sectionOf(locale: Locale, path: string): string | undefined {
  const top = localised(locale, paths.docs)
  const [name] = path.slice(top.length + 1).split('/')
  return name ? `${top}/${name}` : undefined
}

/**
 * Makes a node of the tree: an index page becomes the node of its folder; a folder without a page links to its first
 * page.
 */
function siteNode(item: NavigationItem): NavigationNode {
  const { children = [] } = item
  const isIndexed = children[0]?.path === item.path
  const below = children.slice(isIndexed ? 1 : 0).map(siteNode)
  const isPage = item.page !== false
  return {
    title: item.title,
    path: isPage ? item.path : (below[0]?.path ?? item.path),
    stem: isIndexed ? item.stem.slice(0, item.stem.lastIndexOf('/')) : item.stem,
    icon: typeof item.icon === 'string' ? item.icon : undefined,
    badge: typeof item.badge === 'string' ? item.badge : undefined,
    isPage,
    children: below,
  }
}

export function flattenNavigation(nodes: NavigationNode[]): NavigationNode[] {
  const found: NavigationNode[] = []
  const add = (node: NavigationNode) => {
    if (node.isPage) found.push(node)
    node.children.forEach(add)
  }
  nodes.forEach(add)
  return found
}

/** Returns the nodes from the root to a page; empty if the tree does not contain the page. */
export function trailTo(nodes: NavigationNode[], path: string): NavigationNode[] {
  for (const node of nodes) {
    const below = node.children.length > 0 ? trailTo(node.children, path) : []
    if (below.length > 0) return [node, ...below]
    if (node.isPage && node.path === path) return [node]
  }
  return []
}
