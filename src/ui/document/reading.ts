import { type Locale, locales, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import type { Frame } from '../frame.tsx'
import type { PageHead } from '../page-head.ts'

/** Whether the page is the same for everyone. */
function isPublic({ isApp, viewer }: Frame): boolean {
  return !isApp && viewer === undefined
}

/** Whether the page shares its frame, such as the header and footer, with other public pages. */
export function isReading(frame: Frame): boolean {
  return isPublic(frame) && frame.section !== 'search'
}

/**
 * Path patterns of pages that share the frame, and of addresses that redirect to them: `/docs*` is `/docs` and
 * everything below it.
 */
export function readingRoots({ locale, redirects }: Frame): string {
  return [...rootsOf(locale), ...redirects].join(' ')
}

/**
 * Whether a page embeds other sites. Such a page must be loaded as a document: the security policy that allows embeds
 * holds for the document, whatever is swapped in.
 */
export function hasEmbeds({ embeds = [] }: PageHead): boolean {
  return embeds.length > 0
}

/**
 * Path patterns of the pages that can be swapped in for this one: none if leaving it needs a full page load. Undefined if
 * it cannot be swapped in either.
 */
export function swappableRoots(frame: Frame, head: PageHead): string | undefined {
  const { isLoadedWhole, isLeftWhole } = head
  if (hasEmbeds(head)) return undefined
  const loaded = frame.redirects.filter((root) => root.startsWith('!'))
  if (isPublic(frame)) return [...publicRoots(), ...loaded].join(' ')
  const { isApp, viewer, path, locale } = frame
  const roots = [paths.app, paths.account, '/admin'].map((root) => localised(locale, root))
  const isOwn = isApp && viewer !== undefined && roots.some((root) => `${path}/`.startsWith(`${root}/`))
  if (!isOwn || isLoadedWhole) return undefined
  if (isLeftWhole) return ''
  return [...roots.map((root) => `${root}*`), ...loaded].join(' ')
}

/**
 * Path patterns of pages in this language that may be prefetched, because they are the same for all readers. For
 * signed-in users, charts and bots are excluded, because they have their own.
 */
export function prefetchableRoots({ locale, viewer, redirects }: Frame): string {
  const open = viewer ? [] : [paths.openChart, paths.bots].map((path) => localised(locale, path))
  return [...rootsOf(locale), ...open, ...redirects.filter((root) => root.startsWith('!'))].join(' ')
}

/** Path patterns of all public pages, in all languages. */
function publicRoots(): string[] {
  return locales.flatMap((locale) => [...rootsOf(locale), localised(locale, paths.search)])
}

function rootsOf(locale: Locale): string[] {
  const [home, docs, blog] = [paths.home, paths.docs, paths.blog].map((path) => localised(locale, path))
  return [`${home}`, `${docs}*`, `${blog}*`]
}
