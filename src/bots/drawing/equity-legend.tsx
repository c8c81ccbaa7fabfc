import { useLocale } from '../../i18n/context.tsx'
import { formatPrice } from '../../market/price-format.ts'
import type { EquityCurves } from './equity-curves.ts'

/** Style, name and last value of each line. */
export function EquityLegend({ curves, band }: Pick<EquityCurves, 'curves' | 'band'>) {
  const { locale } = useLocale()
  return (
    <ul className="equity-legend">
      {curves.map(({ label, look, values }) => (
        <li key={label}>
          <svg className="equity-legend-ink" viewBox="0 0 24 8" aria-hidden="true">
            <path className={`equity-ink equity-ink-${look}`} d="M0 4H24" />
          </svg>
          {label} <b>{formatPrice(locale, values[values.length - 1] ?? 0, 2)}</b>
        </li>
      ))}
      {band && (
        <li>
          <svg className="equity-legend-ink" viewBox="0 0 24 8" aria-hidden="true">
            <path className="equity-ink-band" d="M0 0H24V8H0Z" />
          </svg>
          {band.label}
        </li>
      )}
    </ul>
  )
}
