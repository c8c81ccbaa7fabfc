import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Footer } from '../footer.tsx'
import { frameIds } from '../frame-ids.ts'
import { Header } from '../header.tsx'
import { Icon } from '../icon.tsx'
import { SearchPalette } from '../search/search-palette.tsx'

export interface DocsLayoutProps {
  sidebar: ReactNode
  toc?: ReactNode
  children: ReactNode
}

/** Layout of documentation. On small screens the sidebar is in a popover, so that it opens without JavaScript. */
export function DocsLayout({ sidebar, toc, children }: DocsLayoutProps) {
  const { t } = useLocale()
  return (
    <>
      <Header />
      <div className="layout-docs" data-part="page">
        <div className="docs-bar">
          <button type="button" className="docs-bar-button" popoverTarget={frameIds.docsDrawer}>
            <Icon name="i-lucide-panel-left" />
            {t('ui.docsMenu')}
          </button>
        </div>
        <div id={frameIds.docsDrawer} className="docs-drawer" popover="auto">
          <button
            type="button"
            className="docs-drawer-close"
            popoverTarget={frameIds.docsDrawer}
            popoverTargetAction="hide"
            aria-label={t('ui.closeMenu')}
          >
            <Icon name="i-lucide-x" />
          </button>
          {sidebar}
        </div>
        <main id={frameIds.content} className="docs-main" tabIndex={-1} data-part="main">
          {children}
        </main>
        <div className="docs-aside" data-part="aside">
          {toc}
        </div>
      </div>
      <Footer />
      <SearchPalette />
    </>
  )
}

export interface BlogLayoutProps {
  children: ReactNode
}

export function BlogLayout({ children }: BlogLayoutProps) {
  return (
    <>
      <Header />
      <main id={frameIds.content} className="layout-blog" tabIndex={-1} data-part="page">
        {children}
      </main>
      <Footer />
      <SearchPalette />
    </>
  )
}
