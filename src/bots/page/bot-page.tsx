import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { FailedRead } from '../../ui/failed-read.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FlashToast } from '../../ui/toasts/flash-toast.tsx'
import type { Statistics } from '../backtest/statistics.ts'
import { nameOf } from '../bot-name.ts'
import { BotsLayout } from '../bots-layout.tsx'
import { statusKey } from './bot-address.ts'
import { BotOwner } from './bot-owner.tsx'
import { BotPlan } from './bot-plan.tsx'
import { BotRegion } from './bot-region.tsx'
import { BotStatistics } from './bot-statistics.tsx'
import type { BotView, Revision } from './bot-view.ts'

export interface BotPageProps {
  view: BotView
  /** Newest first */
  revisions: readonly Revision[]
  statistics: Statistics | undefined
  siteUrl: string
  flash: string | undefined
  problem: string | undefined
}

/** The page for the owner, for visitors of public bots, and for visitors with the share link. */
export function BotPage({ view, revisions, statistics, siteUrl, flash, problem }: BotPageProps) {
  const { locale, t } = useLocale()
  return (
    <BotsLayout title={nameOf(t, view)}>
      <FlashToast>{flash}</FlashToast>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
      <FailedRead>{t('botPage.failed')}</FailedRead>
      <BotRegion view={view} />
      <div
        id="bot-rest"
        className="bot-region"
        data-standing={statusKey(view.row)}
        hx-get={localised(locale, view.address)}
        hx-select="#bot-rest"
        hx-target="this"
        hx-swap="outerMorph"
        hx-trigger="bot-changed"
      >
        <BotStatistics statistics={statistics} />
        <BotPlan view={view} revisions={revisions} />
        {view.viewer === 'owner' && <BotOwner row={view.row} siteUrl={siteUrl} />}
      </div>
    </BotsLayout>
  )
}
