import type { Db } from '../../db/client.ts'
import { type Locale, locales, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { readProse } from '../body/read-body.ts'
import { neighbors } from '../catalog/neighbors.ts'
import { findPageRow } from '../queries.ts'
import type { Library, LocaleContent } from './library.ts'
import { type NavigationNode, trailTo } from './navigation.ts'
import { headFieldsOf, readingMinutes, type SourceLinks, sourceLink } from './view-parts.ts'
import type { Breadcrumb, DocsView, PageLink, SidebarNode } from './views.ts'

const windowSize = 40

export interface DocsViewRequest {
  db: Pick<Db, 'readOne'>
  library: Library
  locale: Locale
  path: string
  sources: SourceLinks
  /**
   * Whether the server runs in development, where texts are always rendered again, because the rendering code may have
   * changed since ingest
   */
  isDev: boolean
}

/** Finds a page of the documentation, if necessary in the other language; undefined if no language has it. */
export async function findDocsView({
  db,
  library,
  locale,
  path,
  sources,
  isDev,
}: DocsViewRequest): Promise<DocsView | undefined> {
  const [original] = [locale, ...locales].filter((candidate) =>
    library.byLocale[candidate].docs.has(localised(candidate, path)),
  )
  if (!original) return undefined
  const content = library.byLocale[original]
  const address = localised(original, path)
  const page = content.docs.get(address)
  const drawn = !isDev && original === locale
  const row = await findPageRow(db, { kind: 'docs', locale: original, path: address, drawn })
  if (!page || !row) return undefined
  const body = readProse(row, page, locale)
  const [previous, next] = neighbors(content.order, address)
  return {
    path: address,
    title: page.title,
    description: page.description,
    body,
    toc: body.toc?.links ?? [],
    readingMinutes: readingMinutes(page.words),
    breadcrumbs: breadcrumbsTo(content, address),
    previous: linkTo(content, previous),
    next: linkTo(content, next),
    source: sourceLink(sources, page.file, address),
    fallbackLocale: original === locale ? undefined : original,
    head: headFieldsOf(library, row),
    updated: page.updated ?? undefined,
    sidebar: sidebarFor(library.byLocale[locale], locale, address),
  }
}

function breadcrumbsTo({ tree }: LocaleContent, path: string): Breadcrumb[] {
  return trailTo(tree, path).map((node) => ({ title: node.title, path: node.path === path ? undefined : node.path }))
}

function linkTo({ docs }: LocaleContent, node: NavigationNode | null | undefined): PageLink | undefined {
  return node ? { path: node.path, title: node.title, description: docs.get(node.path)?.description } : undefined
}

/**
 * Builds the sidebar of a page: the whole top level, and the current folder with its pages; other folders are closed
 * and empty.
 */
export function sidebarFor({ tree }: LocaleContent, locale: Locale, path: string): SidebarNode[] {
  return sidebarLevel(tree, locale, path, new Set(trailTo(tree, path)))
}

/** Returns the children of a closed folder in the sidebar, its own page first; undefined for an unknown folder. */
export function sidebarBelow(
  { tree }: LocaleContent,
  locale: Locale,
  stem: string,
  path: string,
): SidebarNode[] | undefined {
  const folder = findFolder(tree, stem)
  if (!folder) return undefined
  const nodes = folder.isPage ? [{ ...folder, children: [] }, ...folder.children] : folder.children
  return nodes.map((node) => sidebarNode(node, locale, path, new Set(trailTo(tree, path))))
}

function sidebarLevel(
  nodes: NavigationNode[],
  locale: Locale,
  path: string,
  trail: Set<NavigationNode>,
): SidebarNode[] {
  const at = Math.max(0, nodes.findIndex((node) => trail.has(node)) - windowSize / 2)
  return nodes.slice(at, at + windowSize).map((node) => sidebarNode(node, locale, path, trail))
}

function sidebarNode(node: NavigationNode, locale: Locale, path: string, trail: Set<NavigationNode>): SidebarNode {
  const isFolder = node.children.length > 0
  const isOpen = isFolder && trail.has(node)
  const isCut = isFolder && (!isOpen || node.children.length > windowSize)
  return {
    title: node.title,
    path: node.path,
    icon: node.icon,
    badge: node.badge,
    isCurrent: node.path === path && node.isPage,
    isOpen,
    isFolder,
    partial: isCut ? partialAddress(locale, node.stem, path) : undefined,
    children: isOpen ? sidebarLevel(node.children, locale, path, trail) : [],
  }
}

function partialAddress(locale: Locale, folder: string, current: string): string {
  return `${localised(locale, paths.docsSidebar)}?${new URLSearchParams({ folder, current })}`
}

function findFolder(nodes: NavigationNode[], stem: string): NavigationNode | undefined {
  for (const node of nodes) {
    if (node.stem === stem) return node
    const below = stem.startsWith(`${node.stem}/`) ? findFolder(node.children, stem) : undefined
    if (below) return below
  }
  return undefined
}
