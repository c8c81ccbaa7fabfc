import type { Locale } from '../i18n/locales.ts'
import { formatClock } from '../i18n/numbers.ts'
import type { MarketState } from '../market/asset-state.ts'
import { type AssetStatusWords, assetStatusOf, noticesOfAssets, untilText } from './asset-status.ts'
import { useMarketState } from './use-tick.ts'

/** Texts of the notices. `waiting` and `forbidden` contain `{{at}}` for the time of the next attempt. */
export type FeedWords = Record<'connecting' | 'waiting' | 'silent' | 'forbidden' | 'ended', string>

export interface FeedNoticeProps {
  /** Market state at render time */
  state: MarketState
  /** If set, only notices about this asset are shown */
  asset?: string | undefined
  words: FeedWords
  standings: AssetStatusWords
  locale: Locale
}

/** Shows problems of the price feed and running backfills while they last; renders nothing otherwise. */
export function FeedNotice({ state: known, asset, words, standings, locale }: FeedNoticeProps) {
  const state = useMarketState(known)
  const stale = staleText(state, words, locale)
  const own = asset === undefined ? undefined : assetStatusOf(state, asset, standings)
  const isFilling = own ? own.state === 'backfilling' : state.isBackfilling
  const { of, more } = standings.backfilling
  const lasting = own ? (own.notice && !isFilling ? [own.notice] : []) : noticesOfAssets(state, standings)
  return (
    <div className="feed-notices" role="status">
      {stale && <Line kind="stale" text={stale} />}
      {lasting.map((text) => (
        <Line key={text} kind="still" text={untilText(text, state.closedUntil, locale)} />
      ))}
      {isFilling && <Line kind="filling" text={`${of}. ${more}`} />}
    </div>
  )
}

function staleText(state: MarketState, words: FeedWords, locale: Locale): string | undefined {
  if (state.name === 'live') return undefined
  if (state.name !== 'waiting') return words[state.name]
  // In a process that follows another one, `until` is only the first of repeated attempts, so no time is shown.
  if (state.reason === 'silent') return words.silent
  const text = state.reason === 'forbidden' ? words.forbidden : words.waiting
  return text.replace('{{at}}', formatClock(locale, state.until))
}

/** Icon paths, 24 × 24, one stroke each; the icon set stays on the server. */
const marks = {
  stale: 'M12 4.5 21 20H3zM12 11v3.5m0 2.5v.01',
  still: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.6 5.6l12.8 12.8',
  filling: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
} as const

function Line({ kind, text }: { kind: keyof typeof marks; text: string }) {
  return (
    <p className={kind === 'stale' ? 'feed-notice feed-notice-stale' : 'feed-notice'}>
      <svg
        className="icon"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={marks[kind]} />
      </svg>
      {text}
    </p>
  )
}
