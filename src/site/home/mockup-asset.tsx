import { useLocale } from '../../i18n/context.tsx'
import { languageTags } from '../../i18n/locales.ts'
import { Sparkline } from './sparkline.tsx'

export interface MockupAssetProps {
  symbol: string
  /** Oldest first */
  closes: number[]
  digits: number
  isCurrent?: boolean
}

export function MockupAsset({ symbol, closes, digits, isCurrent }: MockupAssetProps) {
  const { locale } = useLocale()
  const number = (value: number, decimals: number) =>
    new Intl.NumberFormat(languageTags[locale], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value)
  const first = closes[0] ?? 0
  const last = closes.at(-1) ?? first
  const change = (last / first - 1) * 100
  return (
    <div className={`mockup-asset ${change < 0 ? 'is-down' : 'is-up'}${isCurrent ? ' is-current' : ''}`}>
      <span className="mockup-symbol">{symbol}</span>
      <Sparkline values={closes} />
      <span className="mockup-price">{number(last, digits)}</span>
      <span className="mockup-change">
        {change < 0 ? '−' : '+'}
        {number(Math.abs(change), 2)} %
      </span>
    </div>
  )
}
