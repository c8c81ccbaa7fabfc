import { useEffect, useState } from 'react'
import { type Locale, languageTags } from '../../i18n/locales.ts'
import type { ConnectionState } from './connection.ts'
import type { ConnectionWords } from './connection-words.ts'
import { useConnection } from './use-tick.ts'

export interface ConnectionBadgeProps {
  words: ConnectionWords
  /** Whether the prices are made up */
  isDemo: boolean
  locale: Locale
}

/**
 * How live the prices of this page are, by words and by the shape of a mark beside them. Without JavaScript it says
 * that they are those of when the page was made. Screen readers are told of changes, not of every second of a wait.
 */
export function ConnectionBadge({ words, isDemo, locale }: ConnectionBadgeProps) {
  const state = useConnection() ?? { name: 'idle' }
  const until = untilOf(state)
  const seconds = useSecondsUntil(until)
  return (
    <span className="connection-badge" data-state={state.name}>
      {isDemo && (
        <b className="connection-demo" title={words.demoText}>
          {words.demo}
        </b>
      )}
      <span className="connection-mark" aria-hidden="true" />
      <span role="status">{wordOf(state, words)}</span>
      {seconds !== undefined && seconds > 0 && (
        <span className="connection-wait" aria-hidden="true">
          {formatWait(locale, seconds)}
        </span>
      )}
    </span>
  )
}

function wordOf(state: ConnectionState, words: ConnectionWords): string {
  if (state.name !== 'stale') return words[state.name]
  return state.feed.name === 'ended' ? words.ended : words.stale
}

/** When something is tried again, ms UTC. */
function untilOf(state: ConnectionState): number | undefined {
  if (state.name === 'reconnecting') return state.until
  return state.name === 'stale' && state.feed.name === 'waiting' ? state.feed.until : undefined
}

/** `12 sec`, `4 min`: short, so that the page below does not move when the connection is lost. */
function formatWait(locale: Locale, seconds: number): string {
  const [unit, count] = seconds < 60 ? ['second', seconds] : ['minute', Math.ceil(seconds / 60)]
  return new Intl.NumberFormat(languageTags[locale], { style: 'unit', unit, unitDisplay: 'short' }).format(count)
}

/** Counts down while there is something to wait for. */
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
