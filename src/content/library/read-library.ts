import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/client.ts'
import { type Locale, splitLocale } from '../../i18n/locales.ts'
import { sortByStem } from '../addresses.ts'
import { findRedirectsRevision } from '../moved-queries.ts'
import {
  type ArticleListRow,
  countPages,
  type DocsListRow,
  findContentVersion,
  listArticlesAfter,
  listCategories,
  listDocsAfter,
  listFolders,
  listImages,
  listPaths,
  type Place,
  rowsAtOnce,
} from '../queries.ts'
import type { Library, LocaleContent } from './library.ts'
import {
  buildNavigation,
  type FolderSettings,
  flattenNavigation,
  type NavigationNode,
  retitleNavigation,
} from './navigation.ts'
import { categoryView, pictureView, readingMinutes, undescribedCategory } from './view-parts.ts'

export interface LibraryReading {
  library: Library
  /**
   * Addresses of changed pages, without the locale prefix, if only their texts have changed; undefined if anything else
   * has
   */
  texts: string[] | undefined
}

interface LocaleReading {
  content: LocaleContent
  texts: string[] | undefined
}

/**
 * Reads the library. @param last  the previous reading, to which changes are added. A recreated database is read
 * completely.
 */
export async function readLibrary(db: Db, last?: Library): Promise<LibraryReading> {
  // The version is read first, so that a change made during the other reads causes the next call to read again.
  const version = await findContentVersion(db)
  const before = last && last.version <= version ? last : undefined
  const images = await listImages(db)
  const pictures = new Map(images.map((image) => [image.src, pictureView(image)]))
  const folders = await listFolders(db)
  const frame = { folders, since: before?.version ?? -1, isSameFolders: isDeepStrictEqual(folders, before?.folders) }
  const ru = await readLocale(db, 'ru', before?.byLocale.ru, frame)
  const en = await readLocale(db, 'en', before?.byLocale.en, frame)
  const redirects = await findRedirectsRevision(db)
  // The redirects are compared too: a page may have been shown in the other language at an address that is now an old
  // one.
  const isSameFrame = frame.isSameFolders && redirects === before?.redirects
  const isAlike = isSameFrame && isDeepStrictEqual(pictures, before?.pictures)
  return {
    library: { version, byLocale: { ru: ru.content, en: en.content }, pictures, folders, redirects },
    texts: isAlike && ru.texts && en.texts ? [...ru.texts, ...en.texts] : undefined,
  }
}

interface ReadContext {
  folders: FolderSettings[]
  isSameFolders: boolean
  /** Content version after which changed rows are read */
  since: number
}

async function readLocale(
  db: Db,
  locale: Locale,
  before: LocaleContent | undefined,
  frame: ReadContext,
): Promise<LocaleReading> {
  const { since, isSameFolders } = frame
  const docs = await readRows<DocsListRow>(
    {
      listAfter: (place) => listDocsAfter(db, locale, place),
      count: () => countPages(db, 'docs', locale),
      listPaths: () => listPaths(db, 'docs', locale),
    },
    before?.docs ?? new Map(),
    since,
  )
  const articles = await readRows<ArticleListRow>(
    {
      listAfter: (place) => listArticlesAfter(db, locale, place),
      count: () => countPages(db, 'blog', locale),
      listPaths: () => listPaths(db, 'blog', locale),
    },
    new Map(before?.articles.map((row) => [row.path, row])),
    since,
  )
  const pages = isSameOrder(docs) ? docs.rows : inOrder(docs.rows)
  const tree = treeOf(locale, { ...docs, rows: pages }, before?.tree, frame)
  const order = before && tree === before.tree ? before.order : flattenNavigation(tree)
  const sorted = [...articles.rows.values()].sort(newestFirst)
  const categories = await readCategories(db, locale, sorted)
  const hasDeletions = docs.hasDeletions || articles.hasDeletions
  const isAlike =
    isSameFolders &&
    !hasDeletions &&
    docs.changed.every(isShownAlike) &&
    articles.changed.every(isShownAlike) &&
    isDeepStrictEqual(categories, before?.categories)
  const changed = [...docs.changed, ...articles.changed].map(({ row }) => splitLocale(row.path).path)
  return { content: { docs: pages, tree, order, articles: sorted, categories }, texts: isAlike ? changed : undefined }
}

/**
 * Returns the tree of the documentation: the previous tree, or one that reuses the parts of it that the changed pages
 * do not affect
 */
function treeOf(
  locale: Locale,
  { rows, changed, hasDeletions }: RowsReading<DocsListRow>,
  before: NavigationNode[] | undefined,
  { folders, isSameFolders }: ReadContext,
): NavigationNode[] {
  const isMoved = !isSameFolders || hasDeletions || !changed.every(isInPlace)
  const retitled = changed.flatMap(({ before, row }) => (before?.title === row.title ? [] : [row]))
  if (before && !isMoved && retitled.length === 0) return before
  const pages = [...rows.values()]
  const renewed = before && !isMoved && retitleNavigation(locale, { tree: before, pages, folders }, retitled)
  return renewed || buildNavigation(locale, pages, folders)
}

function isInPlace({ before, row }: RowsReading<DocsListRow>['changed'][number]): boolean {
  return before?.stem === row.stem && before.navigation === row.navigation
}

/**
 * Whether a changed row looks the same in lists. The reading time of documentation pages is ignored, because only the
 * page itself shows it.
 */
function isShownAlike<Row extends DocsListRow | ArticleListRow>({ before, row }: RowsReading<Row>['changed'][number]) {
  if (!before || ('category' in row && readingMinutes(row.words) !== readingMinutes(before.words))) return false
  return isDeepStrictEqual({ ...row, words: 0, version: 0 }, { ...before, words: 0, version: 0 })
}

function isSameOrder({ changed }: RowsReading<DocsListRow>): boolean {
  return changed.every(({ before, row }) => before?.stem === row.stem)
}

function inOrder(rows: ReadonlyMap<string, DocsListRow>): Map<string, DocsListRow> {
  return new Map(sortByStem(rows.values()).map((row) => [row.path, row]))
}

/** Compares articles by date, newest first, then by address */
function newestFirst(a: ArticleListRow, b: ArticleListRow): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return a.path < b.path ? -1 : 1
}

async function readCategories(db: Db, locale: Locale, articles: readonly ArticleListRow[]) {
  const counts = new Map<string, number>()
  for (const { category } of articles) counts.set(category, (counts.get(category) ?? 0) + 1)
  const described = await listCategories(db, locale)
  const missing = [...counts.keys()].filter((slug) => described.every((row) => row.slug !== slug)).sort()
  const rows = [...described, ...missing.map(undescribedCategory)]
  const categories = rows.map((row) => categoryView(locale, row, counts.get(row.slug) ?? 0))
  return new Map(categories.map((category) => [category.slug, category]))
}

interface RowSource<Row> {
  /** The next rows after a place, at most `rowsAtOnce` */
  listAfter(place: Place): Promise<Row[]>
  count(): Promise<number>
  listPaths(): Promise<string[]>
}

interface RowsReading<Row> {
  /** Rows by address */
  rows: Map<string, Row>
  changed: { before: Row | undefined; row: Row }[]
  hasDeletions: boolean
}

/**
 * Adds the rows that have changed since a version to the previous rows; returns the same map if nothing has changed.
 * Rows are read in pieces, so that other requests are served in between.
 */
async function readRows<Row extends Place>(
  source: RowSource<Row>,
  before: Map<string, Row>,
  since: number,
): Promise<RowsReading<Row>> {
  const changed: RowsReading<Row>['changed'] = []
  let place: Place = { version: since, path: '\u{10ffff}' }
  for (let isMore = true; isMore; ) {
    const some = await source.listAfter(place)
    for (const row of some) {
      changed.push({ before: before.get(row.path), row })
      place = row
    }
    isMore = some.length === rowsAtOnce
    if (isMore) await new Promise(setImmediate)
  }
  const rows = changed.length > 0 ? new Map(before) : before
  for (const { row } of changed) rows.set(row.path, row)
  // All new rows are in the map now, so if the counts differ, rows were deleted from the database.
  const hasDeletions = rows.size !== (await source.count())
  if (!hasDeletions) return { rows, changed, hasDeletions }
  const present = new Set(await source.listPaths())
  return { rows: new Map([...rows].filter(([path]) => present.has(path))), changed, hasDeletions }
}
