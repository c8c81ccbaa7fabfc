import { useMemo } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { AssetLogo } from '../../live/asset-logo.tsx'
import { LivePrice, type StaleMark } from '../../live/live-price.island.tsx'
import { useDayChange, useTick } from '../../live/use-tick.ts'
import { changeDirection, formatChange } from '../../market/price-format.ts'

export interface StripAsset {
  /** Symbol of the asset, such as `BTCUSDT` */
  asset: string
  base: string
  name: string
  /** Number of decimals in the asset's prices */
  digits: number
  last: number
  /** Price change over 24 hours when the page was rendered, percent */
  change24h: number | undefined
  stale: StaleMark
  /** Price line as an SVG path in a 100 × 24 box; empty while there are too few prices */
  line: string
  href: string
}

export interface StripTileProps {
  asset: StripAsset
  changeWord: string
  locale: Locale
}

export function StripTile({
  asset: { asset, base, name, digits, last, change24h, stale, line, href },
  changeWord,
  locale,
}: StripTileProps) {
  const price = useTick(asset, 1)?.close ?? last
  const change = useDayChange({ asset, last, change: change24h }, price) ?? change24h
  // The same elements each time: a new price skips them.
  const label = useMemo(
    () => (
      <span className="strip-name">
        <AssetLogo base={base} />
        <b>{base}</b>
      </span>
    ),
    [base],
  )
  const sparkline = useMemo(
    () => (
      <svg className="strip-line" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
        <path d={line} />
      </svg>
    ),
    [line],
  )
  return (
    <li className="strip-tile" data-direction={changeDirection(change)}>
      <a href={href} title={name}>
        {label}
        <LivePrice asset={asset} last={last} digits={digits} stale={stale} locale={locale} />
        <span className="strip-change">
          <span className="visually-hidden">{changeWord} </span>
          {formatChange(locale, change)}
        </span>
        {sparkline}
      </a>
    </li>
  )
}
