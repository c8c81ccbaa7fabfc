import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatShare, timeframeText } from '../bot-numbers.ts'
import { BotsLayout, TableScroll } from '../bots-layout.tsx'
import { EquityChart } from '../drawing/equity-chart.tsx'
import { alignedCurves } from './aligned.ts'
import {
  DayCell,
  DrawdownCell,
  EdgeCell,
  EquityCell,
  ProfitCell,
  RealisedCell,
  StateBadge,
  WinsCell,
} from './bot-cells.tsx'
import type { BotLine } from './bot-line.ts'

export const maxCompared = 4

export interface ComparisonPageProps {
  /** Compared bots, at most four */
  lines: readonly BotLine[]
  choices: readonly BotLine[]
  /** Whether more bots were requested than can be shown, or bots that the user must not see */
  isTooMany: boolean
  isMissing: boolean
}

const looks = ['main', 'second', 'reference', 'fourth'] as const

export function ComparisonPage({ lines, choices, isTooMany, isMissing }: ComparisonPageProps) {
  const { t } = useLocale()
  return (
    <BotsLayout title={t('botList.comparison')}>
      {isTooMany && <Notice kind="warning">{t('botList.comparisonTooMany')}</Notice>}
      {isMissing && <Notice kind="warning">{t('botList.comparisonMissing')}</Notice>}
      {lines.length === 0 ? (
        <p className="bots-lead">{t('botList.comparisonNone')}</p>
      ) : (
        <>
          <Curves lines={lines} />
          <Figures lines={lines} />
        </>
      )}
      {choices.length > 0 && <Choices lines={lines} choices={choices} />}
    </BotsLayout>
  )
}

/** Equity curves of the bots, scaled to an initial value of 100. */
function Curves({ lines }: Pick<ComparisonPageProps, 'lines'>) {
  const { locale, t } = useLocale()
  const { times, equities } = alignedCurves(lines)
  const curves = lines.map(({ name, figures }, index) => ({
    label: name,
    look: looks[index] ?? 'fourth',
    values: (equities[index] ?? []).map((equity) => (equity / figures.capital) * 100),
  }))
  const gains = lines.map(({ name, figures }) => `${name} ${formatShare(locale, figures.profitShare)}`)
  return (
    <section className="bots-curves" aria-labelledby="comparison-curves">
      <h2 id="comparison-curves">{t('botList.comparisonCurves')}</h2>
      <p className="bots-lead">{t('botList.comparisonCurvesText')}</p>
      <EquityChart
        name={t('botList.comparisonChart', { gains: gains.join(', ') })}
        times={times}
        curves={curves}
        capital={100}
      />
    </section>
  )
}

function Figures({ lines }: Pick<ComparisonPageProps, 'lines'>) {
  const { locale, t } = useLocale()
  const rows: [string, (line: BotLine) => ReactNode][] = [
    [t('botList.state'), ({ state, reason }) => <StateBadge state={state} reason={reason} />],
    [t('botList.strategy'), ({ strategy }) => t(`bots.strategies.${strategy as 'dca'}`)],
    [t('botList.asset'), ({ pair, tf }) => `${pair} · ${timeframeText(t, tf)}`],
    [t('botList.sorts.profit'), (line) => <ProfitCell line={line} />],
    [t('botList.sorts.equity'), (line) => <EquityCell line={line} />],
    [t('botList.realisedColumn'), (line) => <RealisedCell line={line} />],
    [t('botList.sorts.day'), (line) => <DayCell line={line} />],
    [t('botList.sorts.edge'), (line) => <EdgeCell line={line} />],
    [t('botList.sorts.drawdown'), (line) => <DrawdownCell line={line} />],
    [t('botList.sorts.wins'), (line) => <WinsCell line={line} />],
  ]
  return (
    <TableScroll label={t('botList.comparisonFigures')}>
      <table className="bots-figures">
        <caption className="visually-hidden">{t('botList.comparisonFigures')}</caption>
        <thead>
          <tr>
            <td />
            {lines.map(({ id, name }) => (
              <th key={id} scope="col">
                <a href={localised(locale, href(paths.bot, { id }))}>{name}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cell]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {lines.map((line) => (
                <td key={line.id}>{cell(line)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Choices({ lines, choices }: Pick<ComparisonPageProps, 'lines' | 'choices'>) {
  const { locale, t } = useLocale()
  const chosen = new Set(lines.map(({ id }) => id))
  return (
    <form className="bots-choices" action={localised(locale, paths.botComparison)}>
      <fieldset>
        <legend>{t('botList.comparisonChoose')}</legend>
        {choices.map(({ id, name, pair }) => (
          <label key={id} className="bot-compared">
            <input type="checkbox" name="id" value={id} defaultChecked={chosen.has(id)} />
            <span>
              {name} <span className="bot-minor">{pair}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <SubmitButton icon="i-lucide-git-compare-arrows">{t('botList.compare')}</SubmitButton>
    </form>
  )
}
