import type { ReactNode } from 'react'
import type { LibraryCache } from '../content/library/library-cache.ts'
import type { SourceLinks } from '../content/library/view-parts.ts'
import type { Previews } from '../content/previews/previews.ts'
import type { Components } from '../content/render/components.tsx'
import type { Db } from '../db/client.ts'
import type { PageCache } from '../http/page-cache.ts'
import type { Locale } from '../i18n/locales.ts'
import type { FairQueue } from '../jobs/fair-queue.ts'
import type { Shell } from '../shell/shell.ts'
import type { ReadHero } from './home/hero-market.ts'
import type { Tool } from './mcp/tool.ts'

export interface SearchDone {
  network: string
  locale: Locale
  query: string
  isFound: boolean
}

export interface SiteDeps extends Shell {
  /** Database `content.db`, opened read-only */
  db: Db
  library: LibraryCache
  /** Fair queue of searches, by network */
  searches: FairQueue
  /** Fair queue of MCP calls, by network; a search within a call also waits in `searches` */
  calls: FairQueue
  pages: PageCache
  previews: Pick<Previews, 'addressOf'>
  sources: SourceLinks
  /**
   * Renders the landing page's price strip, which another domain provides; renders nothing while no prices are known
   */
  drawStrip?: ((locale: Locale) => Promise<ReactNode>) | undefined
  readHero?: ReadHero | undefined
  /** Components of content blocks that other domains provide */
  blocks?: Components | undefined
  onSearch?: ((search: SearchDone) => void) | undefined
  /** MCP tools of other domains */
  tools?: readonly Tool[] | undefined
}
