import { hasDocsPage } from '../content/library/library.ts'
import type { LibraryCache } from '../content/library/library-cache.ts'
import { href, paths } from '../paths.ts'
import type { Guides } from '../shell/shell.ts'
import { suggestPages } from './docs/suggest-pages.ts'

/** Returns the guides of the last version of the library that was read. */
export function latestGuides(library: Pick<LibraryCache, 'latest'>): Guides | undefined {
  const content = library.latest()
  return (
    content && {
      version: content.version,
      has: (slug) => hasDocsPage(content, href(paths.docsPage, { slug })),
      suggest: (locale, path) => suggestPages(content, locale, path),
    }
  )
}
