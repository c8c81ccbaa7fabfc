import { useLocale } from '../../i18n/context.tsx'
import { formatCoefficient } from '../../i18n/numbers.ts'
import { drawdownOf } from '../bot-figures.ts'
import { formatMoney, formatShare } from '../bot-numbers.ts'
import { EquityChart } from '../drawing/equity-chart.tsx'
import { moneyDigits } from '../engine/money.ts'
import { TableScroll } from '../table-scroll.tsx'
import { alignedCurves, correlationsOf, sumOf } from './aligned.ts'
import { type BotLine, totalsOf } from './bot-line.ts'

export interface PortfolioProps {
  /** The user's own bots */
  lines: readonly BotLine[]
}

/**
 * Combines all the user's started bots as one account. Empty for fewer than two, or with different quote currencies.
 */
export function Portfolio({ lines }: PortfolioProps) {
  const { locale, t } = useLocale()
  const begun = lines.filter(({ history }) => history.marks.length > 0)
  const { quote, capital } = totalsOf(begun)
  if (begun.length < 2 || quote === undefined) return null
  const aligned = alignedCurves(begun)
  const sum = sumOf(aligned)
  const deepest = drawdownOf(sum, capital)
  const inMoney = (money: number) => money / 10 ** moneyDigits
  const equity = sum.at(-1) ?? capital
  const words = {
    equity: `${formatMoney(locale, equity)} ${quote}`,
    profit: formatShare(locale, equity / capital - 1),
    drawdown: formatShare(locale, -deepest),
  }
  return (
    <section className="bots-curves" aria-labelledby="bots-portfolio">
      <h2 id="bots-portfolio">{t('botList.portfolio')}</h2>
      <p className="bots-lead">{t('botList.portfolioText', words)}</p>
      <EquityChart
        name={t('botList.portfolioChart', words)}
        times={aligned.times}
        curves={[{ label: t('botList.portfolioCurve'), look: 'main', values: sum.map(inMoney) }]}
        capital={inMoney(capital)}
      />
      <Correlations lines={begun} />
    </section>
  )
}

/** Max bots in the table, which would be too wide otherwise. */
const maxCorrelated = 12
function Correlations({ lines }: PortfolioProps) {
  const { locale, t } = useLocale()
  const shown = lines.slice(0, maxCorrelated)
  const coefficients = correlationsOf(shown)
  return (
    <>
      <h3>{t('botList.correlation')}</h3>
      <p className="bots-lead">{t('botList.correlationText')}</p>
      <TableScroll label={t('botList.correlation')}>
        <table className="bots-figures bots-correlations">
          <caption className="visually-hidden">{t('botList.correlation')}</caption>
          <thead>
            <tr>
              <td />
              {shown.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name }, row) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {shown.map((other, column) => {
                  const value = coefficients[row]?.[column]
                  return <td key={other.id}>{value === undefined ? '—' : formatCoefficient(locale, value)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </>
  )
}
