import type { Locale } from '../../i18n/locales.ts'
import type { TocLink } from '../mdc/ast.ts'
import type { Picture, ProseBody } from '../render/prose-body.ts'

export interface CategoryView {
  slug: string
  title: string
  label: string
  description: string
  icon: string
  path: string
  count: number
}

export interface ArticleSummary {
  path: string
  title: string
  description: string
  /** Publication date, an ISO date */
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
  /** Path of the page; absent for the current page and for folders without a page */
  path?: string
}

export interface HeadFields {
  title: string | undefined
  description: string | undefined
  image: { src: string; width: number; height: number; alt: string } | undefined
  isHiddenFromCrawlers: boolean
  keepsScroll: boolean
  colorMode: 'light' | 'dark' | 'system' | undefined
  schemas: Record<string, unknown>[]
}

export interface ReadableView {
  path: string
  title: string
  description: string
  body: ProseBody
  toc: TocLink[]
  readingMinutes: number
  breadcrumbs: Breadcrumb[]
  previous?: PageLink
  next?: PageLink
  source: { href: string; isEditable: boolean }
  fallbackLocale?: Locale
  head: HeadFields
}

export interface DocsView extends ReadableView {
  /** Date of the last change, an ISO date */
  updated?: string
  sidebar: SidebarNode[]
}

export interface ArticleView extends ReadableView {
  date: string
  category: CategoryView
  image?: Picture
}

/** Node of the sidebar. Only the current top-level folder has its children; the others load theirs when opened. */
export interface SidebarNode {
  title: string
  path: string
  icon?: string
  badge?: string
  isCurrent: boolean
  isOpen: boolean
  isFolder: boolean
  partial?: string
  children: SidebarNode[]
}
