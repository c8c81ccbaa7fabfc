import { useLocale } from '../../i18n/context.tsx'
import { withMinus } from '../../i18n/format.ts'
import { languageTags } from '../../i18n/locales.ts'
import type { HeroAsset } from './hero-market.ts'
import { Sparkline } from './sparkline.tsx'

export interface MockupAssetProps {
  asset: HeroAsset
  isCurrent: boolean
  isStale: boolean
}

export function MockupAsset({ asset: { base, spark, last, digits, change }, isCurrent, isStale }: MockupAssetProps) {
  const { locale } = useLocale()
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    withMinus(new Intl.NumberFormat(languageTags[locale], options).format(value))
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const direction = isStale || change === undefined || Math.abs(change) < 0.005 ? '' : change < 0 ? 'is-down' : 'is-up'
  return (
    <span className={`mockup-asset ${direction} ${isCurrent ? 'is-current' : ''} ${isStale ? 'is-stale' : ''}`}>
      <span className="mockup-symbol">{base}</span>
      <Sparkline values={spark} />
      <span className="mockup-price">
        {number(last, { minimumFractionDigits: digits, maximumFractionDigits: digits })}
      </span>
      <span className="mockup-change">
        {change === undefined ? '—' : number(change / 100, { ...two, style: 'percent', signDisplay: 'exceptZero' })}
      </span>
    </span>
  )
}
