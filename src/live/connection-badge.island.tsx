import { useEffect, useState } from 'react'
import { type Locale, languageTags } from '../i18n/locales.ts'
import type { ConnectionState } from './connection-state.ts'
import type { ConnectionWords } from './connection-words.ts'
import { type AboutAsset, useAssetStatus, useConnection } from './use-tick.ts'

export interface ConnectionBadgeProps {
  words: ConnectionWords
  isDemo: boolean
  locale: Locale
  /** Set on the page of one asset, whose prices may stand still while other prices are live */
  about?: AboutAsset | undefined
}

/** Badge with the connection state; without JavaScript, the one at render time. Screen readers get no seconds. */
export function ConnectionBadge({ words, isDemo, locale, about }: ConnectionBadgeProps) {
  const state = useConnection() ?? { name: 'idle' }
  const { badge: still, state: standing } = useAssetStatus(about) ?? {}
  const isStill = still !== undefined && (state.name === 'idle' || state.name === 'live' || state.name === 'filling')
  const until = untilOf(state)
  const seconds = useSecondsUntil(until)
  return (
    <span className="connection-badge" data-state={!isStill ? state.name : standing === 'closed' ? 'idle' : 'stale'}>
      {isDemo && (
        <b className="connection-demo" title={words.demoText}>
          {words.demo}
        </b>
      )}
      <span className="connection-mark" aria-hidden="true" />
      <span role="status">{isStill ? still : wordOf(state, words)}</span>
      {seconds !== undefined && seconds > 0 && (
        <span className="connection-wait" aria-hidden="true">
          {waitOf(state, words, formatWait(locale, seconds))}
        </span>
      )}
    </span>
  )
}

function wordOf(state: ConnectionState, words: ConnectionWords): string {
  if (state.name !== 'stale') return words[state.name]
  if (state.feed.name === 'ended') return words.ended
  return state.feed.name === 'waiting' && state.feed.reason === 'forbidden' ? words.forbidden : words.stale
}

/** Returns the countdown to the next attempt, with words for a retry if the state's text does not mention it. */
function waitOf(state: ConnectionState, words: ConnectionWords, wait: string): string {
  return state.name === 'stale' ? `· ${words.retry.replace('{{wait}}', wait)}` : wait
}

function untilOf(state: ConnectionState): number | undefined {
  if (state.name === 'reconnecting' || state.name === 'full') return state.until
  return state.name === 'stale' && state.feed.name === 'waiting' ? state.feed.until : undefined
}

/** Formats a wait as `12 sec` or `4 min`: short, so that the layout does not shift. */
function formatWait(locale: Locale, seconds: number): string {
  const [unit, count] = seconds < 60 ? ['second', seconds] : ['minute', Math.ceil(seconds / 60)]
  return new Intl.NumberFormat(languageTags[locale], { style: 'unit', unit, unitDisplay: 'short' }).format(count)
}

function useSecondsUntil(until: number | undefined): number | undefined {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return until !== undefined && now > 0 ? Math.ceil((until - now) / 1000) : undefined
}
