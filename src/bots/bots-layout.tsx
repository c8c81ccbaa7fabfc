import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { Footer } from '../ui/footer.tsx'
import { frameIds } from '../ui/frame-ids.ts'
import { Header } from '../ui/header.tsx'
import { Icon } from '../ui/icon.tsx'
import { ListHead } from '../ui/list/list-head.tsx'
import { CommandPalette } from '../ui/search/search-palette.tsx'
import { PartNav } from '../ui/section-links.tsx'

export interface BotsLayoutProps {
  title: string
  /** Main actions of the page, beside the title */
  acts?: ReactNode
  children: ReactNode
}

/** Layout of all pages of bots and paper trading, with a notice that no real money is involved. */
export function BotsLayout({ title, acts, children }: BotsLayoutProps) {
  return (
    <>
      <Header />
      <div className="layout-bots">
        <PartNav menu="bots" label="bots.navigation" />
        <main id={frameIds.content} className="bots-main" tabIndex={-1}>
          <ListHead title={title} note={<OnPaper />} acts={acts} />
          {children}
        </main>
      </div>
      <Footer />
      <CommandPalette />
    </>
  )
}

function OnPaper() {
  const { t } = useLocale()
  return (
    <p className="bots-paper">
      <Icon name="i-lucide-flask-conical" />
      {t('bots.paper')}
    </p>
  )
}

export interface TableScrollProps {
  label: string
  /** Whether the table has small figures and a frame with limited height */
  isFramed?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Tab index that makes the scrollable area focusable by keyboard */
const reachable = 0

export function TableScroll({ label, isFramed, className, children }: TableScrollProps) {
  const classes = ['table-scroll', isFramed && 'table-scroll-framed', className].filter(Boolean)
  return (
    <section className={classes.join(' ')} tabIndex={reachable} aria-label={label}>
      {children}
    </section>
  )
}
