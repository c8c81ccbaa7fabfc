import { addressSegment, pathOf, sortByStem, withoutOrder } from '../addresses.ts'
import type { ContentRow } from '../query/answer.ts'

/** Also has all fields of the page's `navigation`: icon, badge, custom fields. */
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

interface Node extends NavigationItem {
  children: Node[]
}

/** Place of a page in the tree. @property folder  node of the folder around the page; undefined at the top */
type Place = { isHidden: true } | { isHidden: false; folder: Node | undefined }

/**
 * Builds the tree in the natural order of stems; JSON columns must be parsed. An index page is its folder's node and
 * first child.
 */
export function navigationTree(rows: readonly ContentRow[]): NavigationItem[] {
  const { pages, settings } = readRows(rows)
  const roots: Node[] = []
  const nodes = new Map<string, Node>()

  const add = (siblings: Node[], node: Node): Node => {
    siblings.push(node)
    if (!nodes.has(node.path)) nodes.set(node.path, node)
    return node
  }
  const folderAt = (siblings: Node[], path: string, stem: string): Node => {
    const known = nodes.get(path)
    if (known) return known
    const own = settings.get(path)
    const title = own?.title || titleFrom(lastPart(stem), lastPart(path))
    return add(siblings, { ...own?.fields, title, path, stem, children: [], page: false })
  }
  const pageNode = ({ path, stem, title, fields }: NavigationPage): Node => {
    const name = lastPart(stem.replace(/\/(\d+\.)?index$/, ''))
    return { ...fields, title: title ?? titleFrom(name, lastPart(path)), path, stem, children: [] }
  }

  const findPlace = ({ path, stem }: NavigationPage): Place => {
    const parents = parentsOf(path)
    if (['/', ...parents].some((folder) => settings.get(folder)?.isHidden)) return { isHidden: true }
    const stems = stem.split('/')
    let folder: Node | undefined
    for (const [at, parent] of parents.entries())
      folder = folderAt(folder?.children ?? roots, parent, stems.slice(0, at + 1).join('/'))
    return { isHidden: false, folder }
  }
  /** Cache of places by the address of the parent, so that each is found once for all pages of a folder */
  const places = new Map<string, Place>()

  for (const page of sortByStem(pages)) {
    const isIndex = /^(\d+\.)?index$/.test(lastPart(page.stem))
    // Checked before the place is created, because the folders above a hidden page may have no other page.
    if (isIndex && settings.get(page.path)?.isHidden) continue
    const above = page.path.slice(0, page.path.lastIndexOf('/'))
    const place = places.get(above) ?? findPlace(page)
    places.set(above, place)
    if (place.isHidden) continue
    const siblings = place.folder?.children ?? roots
    const node = isIndex ? indexNode(pageNode(page), settings.get(page.path)) : pageNode(page)
    const folder = nodes.get(page.path)
    if (folder?.page === false) {
      Object.assign(folder, node, { page: undefined, children: [...node.children, ...folder.children] })
    } else {
      add(siblings, node)
    }
  }
  return roots.map(finished)
}

/** A title keeps the alphabet of the folder name, unless a custom path does not match that name. */
function titleFrom(stemPart: string, pathPart: string): string {
  const name = addressSegment(stemPart) === pathPart ? withoutOrder(stemPart) : pathPart
  return name
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .replace(/(^|\s)\p{L}/gu, (start) => start.toUpperCase())
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`)
}

/**
 * Creates the node of an index page: it has the title of its folder's settings and itself as first child, except at the
 * root.
 */
function indexNode(page: Node, settings: FolderSettings | undefined): Node {
  const children = page.path === '/' ? [] : [page]
  return { ...page, ...settings?.fields, title: settings?.title ?? page.title, children }
}

function finished({ children, page, ...node }: Node): NavigationItem {
  return {
    ...node,
    ...(page === false ? { page } : {}),
    ...(children.length > 0 ? { children: children.map(finished) } : {}),
  }
}

interface NavigationPage {
  path: string
  stem: string
  title: string | undefined
  /** Fields of `navigation`, except the tree's own */
  fields: Record<string, unknown>
}

interface FolderSettings {
  isHidden: boolean
  title: string | undefined
  fields: Record<string, unknown>
}

interface NavigationRows {
  pages: NavigationPage[]
  settings: Map<string, FolderSettings>
}

const ownFields = new Set(['title', 'path', 'stem', 'children', 'page'])

/** Splits rows into pages and folder settings; skips rows without path or stem, or with `navigation: false`. */
function readRows(rows: readonly ContentRow[]): NavigationRows {
  const read: NavigationRows = { pages: [], settings: new Map() }
  for (const row of rows) {
    const { path, stem, navigation } = row
    if (typeof path !== 'string' || typeof stem !== 'string') continue
    if (lastPart(stem) === '.navigation') {
      read.settings.set(parentOf(path), readSettings(row))
    } else if (navigation !== false) {
      read.pages.push({ path, stem, ...navigationFields(row, none) })
    }
  }
  return read
}

export function settingsRow(folder: {
  stem: string
  title: string | null
  icon: string | null
  isHidden: boolean
}): ContentRow {
  return {
    stem: `${folder.stem}/.navigation`,
    path: `${pathOf(folder.stem)}/.navigation`,
    title: folder.title,
    navigation: !folder.isHidden,
    meta: folder.icon === null ? {} : { icon: folder.icon },
  }
}

function lastPart(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1)
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

function readSettings(row: ContentRow): FolderSettings {
  const { title, fields } = navigationFields(row, recordOf(row.meta))
  const said = Object.entries(fields).filter(([, value]) => value !== null && value !== '')
  return {
    isHidden: row.navigation === false,
    // A `.navigation` file without a title gets one made from its file name.
    title: title?.toLowerCase() === 'navigation' ? undefined : title,
    fields: Object.fromEntries(said),
  }
}

function navigationFields(row: ContentRow, meta: ContentRow) {
  const navigation = recordOf(row.navigation)
  const titles = [navigation.title, meta.title, row.title].filter((title) => typeof title === 'string')
  return {
    title: titles.find((title) => title.trim() !== ''),
    // Shared object, because most of thousands of pages have no fields.
    fields: meta === none && navigation === none ? none : withoutOwn({ ...meta, ...navigation }),
  }
}

function withoutOwn(fields: ContentRow): ContentRow {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ownFields.has(name)))
}

const none: ContentRow = {}

function recordOf(value: unknown): ContentRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : none
}
