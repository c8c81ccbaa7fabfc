import type { Body, TocLink } from './mdc/ast.ts'

/** An image as the page shows it. `variants` are webp copies, narrowest first; none when only the original exists. */
export interface Picture {
  src: string
  alt: string
  width: number
  height: number
  variants: { width: number; src: string }[]
}

export interface CategoryView {
  slug: string
  title: string
  label: string
  description: string
  /** Lucide name, as `i-lucide-…` */
  icon: string
  /** Localised address of the category's list. */
  path: string
  count: number
}

/** An article as lists show it. */
export interface ArticleSummary {
  path: string
  title: string
  description: string
  /** ISO date */
  date: string
  readingMinutes: number
  category: CategoryView
  image?: Picture
}

export interface PageLink {
  path: string
  title: string
  description?: string
}

export interface Breadcrumb {
  title: string
  /** Absent for the current page and for folders without a page. */
  path?: string
}

/** What documentation and articles have in common on the screen. */
export interface ReadableView {
  path: string
  title: string
  description: string
  body: Body
  toc: TocLink[]
  readingMinutes: number
  breadcrumbs: Breadcrumb[]
  previous?: PageLink
  next?: PageLink
  /** Where the source can be edited, or read when no editor is configured. */
  source: { href: string; isEditable: boolean }
  /** Language the text is really in, when it is not the page's: the reader is told so. */
  fallbackLocale?: 'ru' | 'en'
}

export interface DocsView extends ReadableView {
  /** ISO date of the last change, when the author gave one. */
  updated?: string
  sidebar: SidebarNode[]
}

export interface ArticleView extends ReadableView {
  date: string
  category: CategoryView
  image?: Picture
}

/**
 * A node of the documentation's sidebar. Top-level folders are all there; only the current one carries its
 * children, the others come as a partial when opened.
 */
export interface SidebarNode {
  title: string
  /** Address of the page, or of the first page below a folder without one. */
  path: string
  icon?: string
  badge?: string
  isCurrent: boolean
  /** On the way to the current page. */
  isOpen: boolean
  isFolder: boolean
  /** Folder whose children were left out: its partial's address. */
  partial?: string
  children: SidebarNode[]
}
