import { useLocale } from '../i18n/context.tsx'
import type { MarketState } from '../market/asset-state.ts'
import type { Market } from '../market/market.ts'
import { Island } from '../ui/island.tsx'
import { assetStatusWords } from './asset-status.ts'
import { ConnectionBadge } from './connection-badge.island.tsx'
import { connectionWords } from './connection-words.ts'
import { FeedNotice as LiveNotice } from './feed-notice.island.tsx'

export interface FeedProps {
  feedId: Market['feed']['id']
  state: MarketState
  asset?: string | undefined
}

export function FeedBadge({ feedId, state, asset }: FeedProps) {
  const { locale, t } = useLocale()
  const about = asset === undefined ? undefined : { asset, market: state, words: assetStatusWords(t) }
  return (
    <Island name="connection-badge" when="load">
      <ConnectionBadge
        words={connectionWords(t, state.delayMs)}
        isDemo={feedId === 'demo'}
        locale={locale}
        about={about}
      />
    </Island>
  )
}

export function FeedNotice({ state, asset }: Omit<FeedProps, 'feedId'>) {
  const { locale, t } = useLocale()
  const at = '{{at}}'
  const words = {
    connecting: t('enigma.feedConnecting'),
    waiting: t('enigma.feedWaiting', { at }),
    silent: t('enigma.feedSilent'),
    forbidden: t('enigma.feedForbidden', { at }),
    ended: t('enigma.feedEnded'),
  }
  return (
    <Island name="feed-notice" when="load">
      <LiveNotice state={state} asset={asset} words={words} standings={assetStatusWords(t)} locale={locale} />
    </Island>
  )
}
