import type { ReactNode } from 'react'
import type { SiteConfig } from '../config/site-config.ts'
import type { LibraryCache } from '../content/library-cache.ts'
import type { Previews } from '../content/previews/previews.ts'
import type { Components } from '../content/render/components.tsx'
import type { SourceLinks } from '../content/source-link.ts'
import type { Db } from '../db/client.ts'
import type { PageCache } from '../http/page-cache.ts'
import type { Locale } from '../i18n/locales.ts'
import type { FairQueue } from '../jobs/fair-queue.ts'
import type { Assets } from '../ui/frame.tsx'
import type { NavigationEntry } from '../ui/menus.ts'
import type { ReadHero } from './home/hero-market.ts'
import type { Tool } from './programs/tool.ts'

export interface SearchDone {
  network: string
  locale: Locale
  query: string
  isFound: boolean
}

export interface SiteDeps {
  /** `content.db`, opened read-only */
  db: Db
  library: LibraryCache
  /** Searches, in turns of the networks that ask */
  searches: FairQueue
  /** Of programs, likewise: within one a search waits for its own turn */
  calls: FairQueue
  pages: PageCache
  assets: Assets
  about: SiteConfig
  previews: Pick<Previews, 'addressOf'>
  /** Origin of every absolute address, without a trailing slash: fixed, never taken from a request's Host */
  siteUrl: string
  sources: SourceLinks
  ticker: { url: string; path: string }
  /** Draws the landing page's prices, which are another domain's; nothing while none are known */
  drawStrip?: ((locale: Locale) => Promise<ReactNode>) | undefined
  readHero?: ReadHero | undefined
  /** Blocks of texts that show what another domain brings */
  blocks?: Components | undefined
  onSearch?: ((search: SearchDone) => void) | undefined
  /** What programs may call of other domains */
  tools?: readonly Tool[] | undefined
  navigation: readonly NavigationEntry[]
  /** Changes with every build: browsers compare it with the newest */
  buildId: string
  isDev: boolean
}
