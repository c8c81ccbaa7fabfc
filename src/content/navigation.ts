import { defaultLocale, type Locale, localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { NavigationItem } from './catalog/navigation-item.ts'
import { settingsRow } from './catalog/navigation-rows.ts'
import { navigationTree } from './catalog/navigation-tree.ts'
import type { DocsListRow } from './queries.ts'

/** A page or folder of the documentation's tree, in reading order. */
export interface NavigationNode {
  title: string
  path: string
  stem: string
  icon?: string
  badge?: string
  /** False for a folder without a page of its own */
  isPage: boolean
  children: NavigationNode[]
}

/** A folder as its `.navigation.yml` describes it. */
export interface FolderSettings {
  stem: string
  title: string | null
  icon: string | null
  isHidden: boolean
}

/**
 * The tree below `/docs`: its top-level nodes, folders before or between pages as their numbers order them. A page
 * with `navigation: false` and a folder hidden by `.navigation.yml` are left out with everything below them.
 */
export function buildNavigation(locale: Locale, pages: DocsListRow[], folders: FolderSettings[]): NavigationNode[] {
  const rows = pages.map((page) => ({ ...page, navigation: page.navigation && JSON.parse(page.navigation) }))
  const tree = navigationTree([...rows, ...folders.map(settingsRow)])
  const top = locale === defaultLocale ? tree : tree.flatMap(({ children = [] }) => children)
  const root = top.find(({ path }) => path === localised(locale, paths.docs))
  return root?.children?.map(siteNode) ?? []
}

/** A folder's index page is the folder's node; a folder without a page leads to its first page. */
function siteNode({ children = [], ...item }: NavigationItem): NavigationNode {
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

/** Every page of the tree in reading order. */
export function flattenNavigation(nodes: NavigationNode[]): NavigationNode[] {
  return nodes.flatMap((node) => [...(node.isPage ? [node] : []), ...flattenNavigation(node.children)])
}

/** The chain of nodes that leads to a page, outermost first; empty when the tree does not hold it. */
export function trailTo(nodes: NavigationNode[], path: string): NavigationNode[] {
  for (const node of nodes) {
    const below = trailTo(node.children, path)
    if (below.length > 0) return [node, ...below]
    if (node.isPage && node.path === path) return [node]
  }
  return []
}
