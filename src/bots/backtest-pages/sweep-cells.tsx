import { useLocale } from '../../i18n/context.tsx'
import type { SweepScore } from '../analysis/sweep-result.ts'
import type { Statistics } from '../backtest/statistics.ts'
import { directionOf, formatShare } from '../bot-numbers.ts'
import { numberText } from '../form/field-values.ts'
import { TableScroll } from '../table-scroll.tsx'
import { type HeatCell, type HeatMapProps, scoreText } from './heat-map.tsx'

export interface SweepCellsProps extends Pick<HeatMapProps, 'action' | 'kept'> {
  cells: readonly (HeatCell & { statistics: Statistics | undefined })[]
  by: SweepScore
  labels: readonly string[]
}

const shownCells = 30
export function SweepCells({ cells, by, labels, action, kept }: SweepCellsProps) {
  const { locale, t } = useLocale()
  const best = cells
    .filter(({ score }) => score !== undefined)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .slice(0, shownCells)
  const name = t('backtest.sweep.bestCells', { count: best.length })
  return (
    <form method="get" action={action}>
      {kept.map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <TableScroll label={name} isFramed>
        <table>
          <caption>{name}</caption>
          <thead>
            <tr>
              {labels.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{t(`backtest.sweep.scores.${by}`)}</th>
              <th scope="col">{t('backtest.figures.profit.name')}</th>
              <th scope="col">{t('backtest.figures.maxDrawdown.name')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {best.map(({ index, params, score, statistics }) => (
              <tr key={index}>
                {params.split(',').map((part, place) => (
                  <td key={labels[place]}>{numberText(locale, Number(part.split(':')[1]))}</td>
                ))}
                <td>{scoreText(locale, score, by)}</td>
                <td data-direction={directionOf(statistics?.profitShare ?? 0)}>
                  {formatShare(locale, statistics?.profitShare ?? 0)}
                </td>
                <td>{formatShare(locale, -(statistics?.maxDrawdown ?? 0))}</td>
                <td>
                  <button type="submit" className="trial-link" name="cell" value={params}>
                    {t('backtest.sweep.open')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </form>
  )
}
