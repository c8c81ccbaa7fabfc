import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { formatPrice } from '../../market/price-format.ts'
import { formatShare } from '../bot-numbers.ts'
import { TableScroll } from '../table-scroll.tsx'
import { type Curve, evenPlaces } from './curves.ts'
import type { ChartBand, EquityCurves } from './equity-curves.ts'

export interface EquityTableProps extends EquityCurves {
  name: string
  falls: Curve
}

const maxRows = 30

/** Table of the numbers in an equity chart, at about thirty times. */
export function EquityTable({ name, times, curves, band, falls }: EquityTableProps) {
  const { locale, t } = useLocale()
  const middle = band && { label: `${band.label}: ${t('backtest.chart.middle')}`, values: atTimes(band, times) }
  const columns = [...curves, ...(middle ? [middle] : [])]
  return (
    <details className="numbers-table">
      <summary>{name}</summary>
      <TableScroll label={name} isFramed>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('backtest.chart.time')}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{t('backtest.chart.fall')}</th>
            </tr>
          </thead>
          <tbody>
            {evenPlaces(times.length, maxRows).map((place) => (
              <tr key={place}>
                <th scope="row">{formatTime(locale, times[place] ?? 0)}</th>
                {columns.map(({ label, values }) => (
                  <td key={label}>{formatPrice(locale, values[place] ?? 0, 2)}</td>
                ))}
                <td>{formatShare(locale, -(falls[place] ?? 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  )
}

/** Returns the last known middle of the band at each moment. */
function atTimes({ times, middle }: ChartBand, moments: Curve): number[] {
  let at = 0
  return Array.from(moments, (moment) => {
    while ((times[at + 1] ?? Number.POSITIVE_INFINITY) <= moment) at++
    return middle[at] ?? 0
  })
}
