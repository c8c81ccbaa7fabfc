import type { ReactNode } from 'react'
import type { Locale } from '../i18n/locales.ts'
import { AssetLogo } from '../live/asset-logo.tsx'
import type { AssetStatus } from '../live/asset-status.ts'
import { useDayChange, useTick } from '../live/use-tick.ts'
import { pairOf } from '../market/instrument.ts'
import { changeDirection, formatChange, formatPrice } from '../market/price-format.ts'
import type { ChartAsset } from './chart-props.ts'
import { type Navigation, StateLink } from './controls/state-link.tsx'
import type { ChartWords } from './words.ts'

export interface ChartFrameProps extends AssetListProps {
  className?: string
  toolbar: ReactNode
  status: ReactNode
  dialog?: ReactNode
  children: ReactNode
}

export function ChartFrame({ className = '', toolbar, status, dialog, children, ...assets }: ChartFrameProps) {
  return (
    <div className={`chart-screen ${className}`.trim()}>
      {toolbar}
      <div className="chart-body">
        {children}
        <AssetList {...assets} />
      </div>
      {status}
      {dialog}
    </div>
  )
}

interface AssetListProps {
  assets: readonly ChartAsset[]
  to: Navigation
  locale: Locale
  words: ChartWords
  standing(asset: string): AssetStatus
  /** Whether the charts replay the past: present prices are hidden then */
  isReplaying?: boolean
}

function AssetList({ assets, to, locale, words, standing, isReplaying }: AssetListProps) {
  return (
    <nav id="chart-assets" className="chart-assets" aria-label={words.assets}>
      <p className="chart-assets-head" aria-hidden="true">
        <span>{words.assets}</span>
        <span>{words.price}</span>
        <span>{words.change24h}</span>
      </p>
      <ul>
        {assets.map((asset) => (
          <li key={asset.asset}>
            <StateLink
              to={to}
              change={{ asset: asset.asset }}
              isCurrent={asset.asset === to.state.asset}
              title={titleOf(asset, standing(asset.asset))}
            >
              <span className="chart-assets-name">
                <AssetLogo base={asset.base} />
                <b>{asset.base}</b>
                {standing(asset.asset).stale.isNow && <span aria-hidden="true">◷</span>}
              </span>
              {!isReplaying && <AssetPrice asset={asset} locale={locale} />}
            </StateLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function titleOf(asset: ChartAsset, { mark }: AssetStatus): string {
  const name = `${pairOf(asset)}: ${asset.name}`
  return mark ? `${name}, ${mark}` : name
}

function AssetPrice({ asset, locale }: { asset: ChartAsset; locale: Locale }) {
  const { last, change24h, priceDigits } = asset
  const price = useTick(asset.asset, 1)?.close ?? last
  const change = useDayChange({ asset: asset.asset, last, change: change24h }, price)
  return (
    <>
      <span className="chart-assets-price">{price === undefined ? '—' : formatPrice(locale, price, priceDigits)}</span>
      <span className={`chart-assets-change ${inkOf(change)}`}>{formatChange(locale, change)}</span>
    </>
  )
}

function inkOf(change = 0): string {
  const direction = changeDirection(change)
  return direction ? { up: 'is-rise', down: 'is-fall' }[direction] : ''
}

/** Link to the chart library, which its license requires. */
export function Attribution({ words }: { words: ChartWords }) {
  return (
    <a className="chart-attribution" href="https://www.tradingview.com/" rel="noopener" target="_blank">
      {words.attribution}
    </a>
  )
}
