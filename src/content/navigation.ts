import { z } from 'zod'
import type { Locale } from '../i18n/locales.ts'
import { compareStems } from './addresses.ts'
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

export interface FolderSettings {
  stem: string
  title: string | null
  icon: string | null
  isHidden: boolean
}

const navigationField = z.union([
  z.boolean(),
  z.looseObject({ title: z.string().optional(), icon: z.string().optional(), badge: z.string().optional() }),
])

/**
 * The tree below `/docs`: its top-level nodes, folders before or between pages as their numbers order them. A page
 * with `navigation: false` and a folder hidden by `.navigation.yml` are left out with everything below them.
 */
export function buildNavigation(locale: Locale, pages: DocsListRow[], folders: FolderSettings[]): NavigationNode[] {
  const settings = new Map(folders.map((folder) => [folder.stem, folder]))
  const rootStem = locale === 'ru' ? 'docs' : `${locale}/docs`
  const root: NavigationNode = { title: '', path: '', stem: rootStem, isPage: false, children: [] }
  const nodes = new Map<string, NavigationNode>([[rootStem, root]])
  for (const page of [...pages].sort((a, b) => compareStems(a.stem, b.stem))) {
    const navigation = navigationOf(page)
    if (navigation === false) continue
    const isIndex = page.stem.endsWith('/index')
    const folderStem = page.stem.slice(0, page.stem.lastIndexOf('/'))
    const folder = folderNode(nodes, settings, folderStem, page.path)
    if (!folder) continue
    const own = navigation === true ? {} : navigation
    const about = { title: own.title ?? page.title, path: page.path, icon: own.icon, badge: own.badge, isPage: true }
    if (isIndex && folder !== root) Object.assign(folder, about, { title: folder.title || about.title })
    else folder.children.push({ ...about, stem: page.stem, children: [] })
  }
  return root.children
}

function navigationOf(page: DocsListRow) {
  return page.navigation === null ? true : navigationField.parse(JSON.parse(page.navigation))
}

/** The folder's node, made with its parents when a first page needs it; nothing when it is hidden. */
function folderNode(
  nodes: Map<string, NavigationNode>,
  settings: Map<string, FolderSettings>,
  stem: string,
  pagePath: string,
): NavigationNode | undefined {
  const known = nodes.get(stem)
  if (known) return known
  const own = settings.get(stem)
  if (own?.isHidden) return undefined
  const parent = folderNode(nodes, settings, stem.slice(0, stem.lastIndexOf('/')), pagePath)
  if (!parent) return undefined
  // A folder without a page leads to its first page.
  const title = own?.title ?? titleOf(stem)
  const node: NavigationNode = {
    title,
    path: pagePath,
    stem,
    icon: own?.icon ?? undefined,
    isPage: false,
    children: [],
  }
  nodes.set(stem, node)
  parent.children.push(node)
  return node
}

function titleOf(stem: string): string {
  const name = stem.slice(stem.lastIndexOf('/') + 1).replace(/^\d+\./, '')
  return name.replace(/[-\s]+/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
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
