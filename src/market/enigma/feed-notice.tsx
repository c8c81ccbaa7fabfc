import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Island } from '../../ui/island.tsx'
import { ConnectionBadge } from '../live/connection-badge.island.tsx'
import { connectionWords } from '../live/connection-words.ts'
import type { Market } from '../market.ts'
import { formatClock } from './numbers.ts'

export interface FeedNoticeProps {
  feedId: Market['feed']['id']
  state: ReturnType<Market['state']>
}

/** What readers have to know of where prices come from: how live they are, and what is wrong with them. */
export function FeedNotice({ feedId, state }: FeedNoticeProps) {
  const { locale, t } = useLocale()
  const text = {
    connecting: () => t('enigma.feedConnecting'),
    live: () => undefined,
    waiting: () => t('enigma.feedWaiting', { at: state.name === 'waiting' ? formatClock(locale, state.until) : '' }),
    ended: () => t('enigma.feedEnded'),
  }[state.name]()
  return (
    <div className="feed-notices">
      <Island name="connection-badge" when="load">
        <ConnectionBadge words={connectionWords(t)} isDemo={feedId === 'demo'} locale={locale} />
      </Island>
      {text && (
        <p className="feed-notice feed-notice-stale" role="status">
          <Icon name="i-lucide-triangle-alert" />
          {text}
        </p>
      )}
      {state.isBackfilling && (
        <p className="feed-notice" role="status">
          <Icon name="i-lucide-history" />
          {t('enigma.feedBackfilling')}
        </p>
      )}
    </div>
  )
}
