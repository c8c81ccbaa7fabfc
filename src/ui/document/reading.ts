import { type Locale, locales, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import type { Frame } from '../frame.tsx'
import type { PageHead } from '../page-head.ts'

/** Whether it is the same for everyone. */
export function isPublic({ isApp, viewer }: Frame): boolean {
  return !isApp && viewer === undefined
}

/** Whether it is one of the pages that have everything around their contents in common. */
export function isReading(frame: Frame): boolean {
  return isPublic(frame) && frame.section !== 'search'
}

/** Where such pages are: `/docs*` are the page `/docs` and all below it. Rules lead to some of them. */
export function readingRoots({ locale, redirects }: Frame): string {
  return [...rootsOf(locale), ...redirects].join(' ')
}

/** What may be shown within a page holds for its document, whatever page has taken its place. */
export function hasEmbeds({ embeds = [] }: PageHead): boolean {
  return embeds.length > 0
}

/** Where the pages are that may take this one's place. */
export function pagesAround(frame: Frame, head: PageHead): string | undefined {
  const { isLoadedWhole } = head
  if (hasEmbeds(head)) return undefined
  const loaded = frame.redirects.filter((root) => root.startsWith('!'))
  if (isPublic(frame)) return [...publicRoots(), ...loaded].join(' ')
  const { isApp, viewer, path, locale } = frame
  const roots = [paths.app, paths.account, '/admin'].map((root) => localised(locale, root))
  const isOwn = isApp && viewer !== undefined && roots.some((root) => `${path}/`.startsWith(`${root}/`))
  if (!isOwn || isLoadedWhole) return undefined
  return [...roots.map((root) => `${root}*`), `!${localised(locale, paths.charts)}*`, ...loaded].join(' ')
}

/** Where the pages of this language are that are the same for everyone: for whoever is signed in, charts and bots are others. */
export function rootsForAll({ locale, viewer, redirects }: Frame): string {
  const open = viewer ? [] : [paths.openChart, paths.bots].map((path) => localised(locale, path))
  return [...rootsOf(locale), ...open, ...redirects.filter((root) => root.startsWith('!'))].join(' ')
}

/** Where all public pages are, in all languages. */
function publicRoots(): string[] {
  return locales.flatMap((locale) => [...rootsOf(locale), localised(locale, paths.search)])
}

function rootsOf(locale: Locale): string[] {
  const [home, docs, blog] = [paths.home, paths.docs, paths.blog].map((path) => localised(locale, path))
  return [`${home}`, `${docs}*`, `${blog}*`]
}
