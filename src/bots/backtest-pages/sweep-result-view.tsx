import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import type { SweepReport } from '../analysis/backtest-service.ts'
import { valuesOf } from '../analysis/sweep-cells.ts'
import { type SweepResult, type SweepScore, scoreOf } from '../analysis/sweep-result.ts'
import type { Statistics } from '../backtest/statistics.ts'
import { formatPart, formatShare, shareDirection } from '../bot-numbers.ts'
import { TableScroll } from '../bots-layout.tsx'
import type { AnyStrategy } from '../engine/strategy.ts'
import { fieldLabel } from '../form/bot-fields.ts'
import { numberText } from '../form/field-values.ts'
import { WalkForwardTable } from './backtest-luck.tsx'
import { BacktestWarnings } from './backtest-notices.tsx'
import { formatRatio } from './figures.ts'
import { type HeatCell, HeatMap, type HeatMapProps, scoreText } from './heat-map.tsx'
import { cellText } from './sweep-query.ts'

interface SweepCellsProps extends Pick<HeatMapProps, 'action' | 'kept'> {
  cells: readonly (HeatCell & { statistics: Statistics | undefined })[]
  by: SweepScore
  labels: readonly string[]
}

const shownCells = 30
function SweepCells({ cells, by, labels, action, kept }: SweepCellsProps) {
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
                <td data-direction={shareDirection(statistics?.profitShare ?? 0)}>
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

export interface SweepResultProps {
  swept: SweepReport
  strategy: AnyStrategy
  /** URL of the backtest of a cell, and the form fields except those of the cell */
  action: string
  kept: readonly (readonly [name: string, value: string])[]
}

export function SweepResultView({ swept, strategy, action, kept }: SweepResultProps) {
  const { locale, t } = useLocale()
  const { sweep, cells, result, walkForward } = swept
  const { ranges, by } = sweep
  const { counts, cells: planned } = sweep.swept
  const names = ranges.map(({ name }) => name)
  const label = (name: string) => fieldLabel(locale, strategy, `params.${name}`)
  const shown = cells.flatMap(({ index, statistics }) => {
    const cell = planned[index]
    if (!cell) return []
    return [{ index, at: cell.at, score: scoreOf(statistics, by), statistics, params: cellText(cell.params, names) }]
  })
  const axes = ranges.map((range) => ({ label: label(range.name), values: valuesOf(range) }))
  const [columns = { label: '', values: [] }, rows] = axes
  const isMap = counts.reduce((size, count) => size * count, 1) <= 4 * cells.length
  const links = { action, kept }
  return (
    <div className="trial-outcome">
      <section className="panel" aria-labelledby="sweep-heading">
        <h2 id="sweep-heading">{t('backtest.sweep.result')}</h2>
        {result ? <Headline swept={swept} strategy={strategy} /> : <p>{t('backtest.sweep.noScore')}</p>}
        <BacktestWarnings warnings={result?.warnings ?? []} strategy={strategy.id} />
        {isMap ? (
          <HeatMap
            name={t('backtest.sweep.map', { score: t(`backtest.sweep.scores.${by}`) })}
            columns={columns}
            rows={rows}
            by={by}
            cells={shown}
            best={result?.best}
            plateau={result?.plateau}
            {...links}
          />
        ) : (
          <SweepCells cells={shown} by={by} labels={names.map(label)} {...links} />
        )}
        <p className="trial-text">{t('backtest.sweep.legend')}</p>
      </section>
      {walkForward && (
        <div className="panel">
          <h2>{t('backtest.walkForward')}</h2>
          <p className="trial-text">{t('backtest.sweep.walkForwardText')}</p>
          <WalkForwardTable
            walkForward={walkForward}
            paramsOf={(params) => paramsText(params, names, (value) => numberText(locale, value))}
          />
        </div>
      )}
    </div>
  )
}

function Headline({ swept: { sweep, cells, result }, strategy }: Pick<SweepResultProps, 'swept' | 'strategy'>) {
  const { locale, t } = useLocale()
  if (!result) return null
  const names = sweep.ranges.map(({ name }) => name)
  const paramsAt = (index: number) =>
    names.map((name) => {
      const value = sweep.swept.cells[index]?.params[name]
      return `${fieldLabel(locale, strategy, `params.${name}`)} ${numberText(locale, Number(value))}`
    })
  const best = cells.find(({ index }) => index === result.best)
  const { plateau, deflated } = result
  return (
    <>
      <dl className="trial-headline">
        <div>
          <dt>{t('backtest.sweep.trials')}</dt>
          <dd>{formatNumber(locale, result.trials)}</dd>
        </div>
        {plateau && (
          <div>
            <dt>{t('backtest.sweep.plateau')}</dt>
            <dd>
              {scoreText(locale, plateau.mean, sweep.by)} <small>{paramsAt(plateau.index).join(', ')}</small>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('backtest.sweep.peak')}</dt>
          <dd>
            {scoreText(locale, scoreOf(best?.statistics, sweep.by), sweep.by)}{' '}
            <small>{paramsAt(result.best).join(', ')}</small>
          </dd>
        </div>
        {deflated && (
          <div>
            <dt>{t('backtest.sweep.deflated')}</dt>
            <dd>{formatPart(locale, deflated.probability)}</dd>
          </div>
        )}
      </dl>
      {deflated && <LuckText deflated={deflated} trials={result.trials} />}
      {best?.statistics && (
        <p className="trial-text">
          {t('backtest.sweep.bestProfit', {
            profit: formatShare(locale, best.statistics.profitShare),
            hold: formatShare(locale, best.statistics.buyAndHold),
          })}
        </p>
      )}
    </>
  )
}

interface LuckTextProps {
  deflated: NonNullable<SweepResult['deflated']>
  trials: number
}

/** Explains whether luck alone could give a best result as good as this one. */
function LuckText({ deflated, trials }: LuckTextProps) {
  const { locale, t } = useLocale()
  const { sharpe, lucky, probability } = deflated
  return (
    <p className="trial-text">
      {t('backtest.sweep.deflatedText', {
        sharpe: formatRatio(locale, sharpe),
        trials,
        lucky: formatRatio(locale, lucky),
      })}{' '}
      {t(probability >= 0.95 ? 'backtest.sweep.skill' : 'backtest.sweep.luck')}
    </p>
  )
}

function paramsText(params: unknown, names: readonly string[], text: (value: number) => string): string {
  const values = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}))
  return names.map((name) => text(Number(values.get(name)))).join(' / ')
}
