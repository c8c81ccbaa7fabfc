import { useLocale } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import type { SweepResult, SweepScore } from '../analysis/sweep-result.ts'
import { formatShare } from '../bot-numbers.ts'
import { TableScroll } from '../bots-layout.tsx'
import { numberText } from '../form/field-values.ts'
import { formatRatio } from './figures.ts'

export interface HeatMapProps {
  name: string
  /** Parameters of the columns and the rows; a single row if only one parameter is swept */
  columns: { label: string; values: readonly number[] }
  rows: { label: string; values: readonly number[] } | undefined
  by: SweepScore
  cells: readonly HeatCell[]
  best: number | undefined
  plateau: SweepResult['plateau']
  /** URL and hidden fields of the form behind the cell buttons, i.e. everything except the parameters of the cell */
  action: string
  kept: readonly (readonly [name: string, value: string])[]
}

export interface HeatCell {
  index: number
  /** Column index of the cell, then its row index */
  at: readonly number[]
  score: number | undefined
  /** Parameters of the cell, such as `fast:10,slow:30`, as the backtest page reads them */
  params: string
}

/** Number of color steps on each side of zero */
const levels = 4

export function HeatMap({ name, columns, rows, by, cells, best, plateau, action, kept }: HeatMapProps) {
  const { locale, t } = useLocale()
  const places = new Map(cells.map((cell) => [cell.at.join(), cell]))
  const most = cells.reduce((max, { score }) => Math.max(max, Math.abs(score ?? 0)), 0)
  const around = new Set(plateau?.neighbours)
  const cellAt = (column: number, row: number) => places.get(rows ? `${column},${row}` : String(column))
  const markOf = (index: number): Mark => {
    if (index === plateau?.index) return 'plateau'
    if (index === best) return 'peak'
    return around.has(index) ? 'around' : undefined
  }
  return (
    <form method="get" action={action}>
      {kept.map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <TableScroll label={name} isFramed className="heat-map">
        <table>
          <caption>{rows ? t('backtest.sweep.caption', { x: columns.label, y: rows.label }) : columns.label}</caption>
          <thead>
            <tr>
              {rows && <th scope="col">{rows.label}</th>}
              {columns.values.map((value) => (
                <th key={value} scope="col">
                  {numberText(locale, value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(rows?.values ?? [0]).map((value, row) => (
              <tr key={value}>
                {rows && <th scope="row">{numberText(locale, value)}</th>}
                {columns.values.map((columnValue, column) => {
                  const cell = cellAt(column, row)
                  if (!cell) return <td key={columnValue} />
                  const mark = markOf(cell.index)
                  const place = [
                    `${columns.label} ${numberText(locale, columnValue)}`,
                    ...(rows ? [`${rows.label} ${numberText(locale, value)}`] : []),
                  ]
                  return (
                    <td key={columnValue} data-level={levelOf(cell.score, most)} data-mark={mark}>
                      <CellButton cell={cell} place={place.join(', ')} mark={mark} by={by} />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </form>
  )
}

type Mark = 'plateau' | 'peak' | 'around' | undefined

interface CellButtonProps extends Pick<HeatMapProps, 'by'> {
  cell: HeatCell
  /** Parameters of the cell as text, so that screen reader users know which cell the button opens. */
  place: string
  mark: Mark
}

function CellButton({ cell: { params, score }, place, mark, by }: CellButtonProps) {
  const { locale, t } = useLocale()
  const text = scoreText(locale, score, by)
  const word = mark && mark !== 'around' ? t(`backtest.sweep.marks.${mark}`) : ''
  return (
    <button
      type="submit"
      name="cell"
      value={params}
      title={t('backtest.sweep.open')}
      aria-label={`${place}: ${text} ${word}`.trim()}
    >
      {text} {word && <b>{word}</b>}
    </button>
  )
}

export function scoreText(locale: Locale, score: number | undefined, by: SweepScore): string {
  return by === 'profitShare' && score !== undefined ? formatShare(locale, score) : formatRatio(locale, score)
}

function levelOf(score: number | undefined, most: number): number | undefined {
  if (score === undefined || most === 0) return undefined
  // The color step is rounded away from zero, so that a small loss does not look like none.
  return Math.sign(score) * Math.ceil((Math.abs(score) / most) * levels)
}
