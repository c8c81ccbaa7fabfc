import { useLocale } from '../../i18n/context.tsx'
import { formatDays } from '../../i18n/format.ts'
import { languageTags } from '../../i18n/locales.ts'
import type { Year } from '../analysis/analyse.ts'
import type { Band, MonteCarlo } from '../analysis/luck.ts'
import type { WalkForward } from '../analysis/walk-forward.ts'
import { formatMoney, formatPart, formatShare, shareDirection } from '../bot-numbers.ts'
import { TableScroll } from '../bots-layout.tsx'
import { formatRatio } from './figures.ts'

export function YearsTable({ years }: { years: readonly Year[] }) {
  const { locale, t } = useLocale()
  const month = new Intl.DateTimeFormat(languageTags[locale], { month: 'short', timeZone: 'UTC' })
  const seen = Array.from({ length: 12 }, (_, index) => years.some(({ months }) => months[index] !== undefined))
  const [first, end] = [seen.indexOf(true), seen.lastIndexOf(true) + 1]
  const months = seen.map((_, index) => month.format(Date.UTC(2026, index, 15))).slice(first, end)
  return (
    <NumbersTable
      name={t('backtest.months')}
      heads={[t('backtest.year'), ...months, t('backtest.wholeYear')]}
      rows={years.map(({ year, months: values, growth }) => ({
        head: String(year),
        cells: [...values.slice(first, end), growth].map((value) => ({
          text: value === undefined ? '' : formatShare(locale, value),
          direction: value === undefined ? undefined : shareDirection(value),
        })),
      }))}
    />
  )
}

export function MonteCarloTable({ monteCarlo, quote }: { monteCarlo: MonteCarlo; quote: string }) {
  const { locale, t } = useLocale()
  const { runs, trades, maxDrawdown, shuffled, drawn } = monteCarlo
  const falls = ({ low, middle, high }: Band) => [low, middle, high].map((fall) => formatShare(locale, -fall))
  const money = ({ low, middle, high }: Band) =>
    [low, middle, high].map((each) => `${formatMoney(locale, each)} ${quote}`)
  return (
    <>
      <p className="trial-text">{t('backtest.monteCarloText', { runs, trades })}</p>
      <NumbersTable
        name={t('backtest.monteCarlo')}
        hasLongHeads
        heads={['', t('backtest.bestOf20'), t('backtest.middleOf20'), t('backtest.worstOf20')]}
        rows={[
          { head: t('backtest.shuffledFall'), cells: falls(shuffled.maxDrawdown) },
          { head: t('backtest.drawnFall'), cells: falls(drawn.maxDrawdown) },
          { head: t('backtest.drawnEquity'), cells: money(drawn.equity).toReversed() },
        ].map(({ head, cells }) => ({ head, cells: cells.map((text) => ({ text })) }))}
      />
      <p className="trial-text">
        {t('backtest.monteCarloSum', {
          fall: formatShare(locale, -maxDrawdown),
          deeper: formatPart(locale, shuffled.deeper),
          lost: formatPart(locale, drawn.lost),
        })}
      </p>
    </>
  )
}

export interface WalkForwardTableProps {
  walkForward: WalkForward
  /** Formats parameters that were chosen in sample; only for sweeps */
  paramsOf?: (params: unknown) => string
}

export function WalkForwardTable({ walkForward, paramsOf }: WalkForwardTableProps) {
  const { locale, t } = useLocale()
  const { windows, profitShare, buyAndHold, efficiency } = walkForward
  const share = (value: number) => ({ text: formatShare(locale, value), direction: shareDirection(value) })
  return (
    <>
      <p className="trial-text">{t('backtest.walkForwardText')}</p>
      <NumbersTable
        name={t('backtest.walkForward')}
        heads={[
          t('backtest.partUntil'),
          t('backtest.inSample'),
          t('backtest.inSampleSharpe'),
          t('backtest.outOfSample'),
          t('backtest.outOfSampleSharpe'),
          t('backtest.figures.buyAndHold.name'),
          ...(paramsOf ? [t('backtest.sweep.chosen')] : []),
        ]}
        rows={windows.map(({ inSample, outOfSample, params }) => ({
          head: formatDays(locale, outOfSample.from, outOfSample.to - 1),
          cells: [
            share(inSample.statistics.profitShare),
            { text: formatRatio(locale, inSample.statistics.sharpe) },
            share(outOfSample.statistics.profitShare),
            { text: formatRatio(locale, outOfSample.statistics.sharpe) },
            share(outOfSample.statistics.buyAndHold),
            ...(paramsOf ? [{ text: paramsOf(params) }] : []),
          ],
        }))}
      />
      <p className="trial-text">
        {t('backtest.walkForwardSum', { out: formatShare(locale, profitShare), hold: formatShare(locale, buyAndHold) })}{' '}
        {efficiency !== undefined &&
          efficiency > 0 &&
          t('backtest.efficiency', { share: formatPart(locale, efficiency) })}
      </p>
    </>
  )
}

interface NumbersTableProps {
  name: string
  /** Whether the row headings are sentences that may need several lines */
  hasLongHeads?: boolean
  heads: readonly string[]
  rows: readonly { head: string; cells: readonly { text: string; direction?: 'up' | 'down' | undefined }[] }[]
}

function NumbersTable({ name, hasLongHeads, heads, rows }: NumbersTableProps) {
  return (
    <TableScroll label={name} isFramed className={hasLongHeads ? 'numbers-table-long' : undefined}>
      <table>
        <thead>
          <tr>
            {heads.map((head) =>
              head === '' ? (
                <td key="corner" />
              ) : (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ head, cells }) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map(({ text, direction }, place) => (
                <td key={heads[place + 1]} data-direction={direction}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
