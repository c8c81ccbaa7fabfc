import type { Locale } from '../../i18n/locales.ts'
import { ConnectionBadge } from '../../live/connection-badge.island.tsx'
import type { ConnectionWords } from '../../live/connection-words.ts'
import { type StripAsset, StripTile } from './strip-tile.tsx'

export interface TickerStripProps {
  assets: StripAsset[]
  /** Texts of the connection status and the strip; `idle` contains the time of the prices */
  words: ConnectionWords & { title: string; change: string; real: string }
  isDemo: boolean
  locale: Locale
}

export function TickerStrip({ assets, words, isDemo, locale }: TickerStripProps) {
  return (
    <section className="strip" aria-label={words.title}>
      <p className="strip-state">
        <ConnectionBadge words={words} isDemo={isDemo} locale={locale} />
        {isDemo && <small>{words.real}</small>}
      </p>
      <ul className="strip-tiles">
        {assets.map((asset) => (
          <StripTile key={asset.asset} asset={asset} changeWord={words.change} locale={locale} />
        ))}
      </ul>
    </section>
  )
}
