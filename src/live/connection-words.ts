import type { Translate } from '../i18n/translate.ts'
import { minuteMs } from '../market/timeframe.ts'
import type { ConnectionState } from './connection-state.ts'

export type ConnectionWords = Record<
  ConnectionState['name'] | 'ended' | 'forbidden' | 'retry' | 'demo' | 'demoText',
  string
>

/**
 * Returns the words of the connection state; islands get them as props, because dictionaries stay on the server.
 *
 * @param delayMs  delay of the prices, if they have one
 */
export function connectionWords(t: Translate, delayMs?: number): ConnectionWords {
  return {
    idle: t('market.connectionIdle'),
    connecting: t('market.connectionConnecting'),
    live:
      delayMs === undefined
        ? t('market.connectionLive')
        : t('market.connectionDelayed', { minutes: delayMs / minuteMs }),
    filling: t('market.connectionFilling'),
    reconnecting: t('market.connectionLost'),
    full: t('market.connectionFull'),
    offline: t('market.connectionOffline'),
    stale: t('market.connectionStale'),
    forbidden: t('market.connectionForbidden'),
    ended: t('market.connectionEnded'),
    retry: t('market.connectionRetry', { wait: '{{wait}}' }),
    demo: t('market.demo'),
    demoText: t('market.demoText'),
  }
}
