import { pathOf } from '../addresses.ts'
import type { ContentRow } from '../query/refine.ts'

export interface NavigationPage {
  path: string
  stem: string
  title: string | undefined
  /** Fields of `navigation`, except the tree's own */
  fields: Record<string, unknown>
}

export interface FolderSettings {
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
export function readRows(rows: readonly ContentRow[]): NavigationRows {
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

export function lastPart(text: string): string {
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
