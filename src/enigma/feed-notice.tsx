import { useLocale } from '../i18n/context.tsx'
import { ConnectionBadge } from '../live/connection-badge.island.tsx'
import { connectionWords } from '../live/connection-words.ts'
import { assetStateOf } from '../market/asset-state.ts'
import type { Market } from '../market/market.ts'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { formatClock } from './numbers.ts'

export interface FeedBadgeProps {
  feedId: Market['feed']['id']
}

export function FeedBadge({ feedId }: FeedBadgeProps) {
  const { locale, t } = useLocale()
  return (
    <Island name="connection-badge" when="load">
      <ConnectionBadge words={connectionWords(t)} isDemo={feedId === 'demo'} locale={locale} />
    </Island>
  )
}

const lastingStates = ['delisted', 'halted', 'refused'] as const

export interface FeedNoticeProps {
  state: ReturnType<Market['state']>
}

/** What is wrong with the feed, and what is still being fetched; nothing when all is well. */
export function FeedNotice({ state }: FeedNoticeProps) {
  const { locale, t } = useLocale()
  const text = {
    connecting: () => t('enigma.feedConnecting'),
    live: () => undefined,
    waiting: () => {
      if (state.name !== 'waiting') return undefined
      const at = formatClock(locale, state.until)
      return state.reason === 'forbidden' ? t('enigma.feedForbidden', { at }) : t('enigma.feedWaiting', { at })
    },
    ended: () => t('enigma.feedEnded'),
  }[state.name]()
  const lasting = lastingStates.flatMap((one) => {
    const assets = Object.keys(state.assets ?? {}).filter((asset) => assetStateOf(state, asset) === one)
    return assets.length > 0 ? [t(`market.assetNotices.${one}`, { assets: assets.join(', ') })] : []
  })
  if (!text && !state.isBackfilling && lasting.length === 0) return null
  return (
    <div className="feed-notices">
      {text && (
        <p className="feed-notice feed-notice-stale" role="status">
          <Icon name="i-lucide-triangle-alert" />
          {text}
        </p>
      )}
      {lasting.map((notice) => (
        <p key={notice} className="feed-notice" role="status">
          <Icon name="i-lucide-circle-off" />
          {notice}
        </p>
      ))}
      {state.isBackfilling && (
        <p className="feed-notice" role="status">
          <Icon name="i-lucide-history" />
          {t('enigma.feedBackfilling')}
        </p>
      )}
    </div>
  )
}
