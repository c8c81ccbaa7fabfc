import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { timeframeText } from '../bot-numbers.ts'
import {
  DayCell,
  DrawdownCell,
  EdgeCell,
  EquityCell,
  ProfitCell,
  RealisedCell,
  SparkCell,
  StateBadge,
  WinsCell,
} from './bot-cells.tsx'
import type { BotLine } from './bot-line.ts'
import { type BotList, listPath } from './list-query.ts'

const comparisonForm = 'bot-comparison'

/** Form that compares bots. The rows' checkboxes belong to the form, which is outside the region that is refreshed. */
export function CompareBar() {
  const { locale, t } = useLocale()
  return (
    <form id={comparisonForm} className="bot-compare" action={localised(locale, paths.botComparison)}>
      <SubmitButton kind="quiet" icon="i-lucide-git-compare-arrows">
        {t('botList.compare')}
      </SubmitButton>
      <span className="bot-minor">{t('botList.compareHint')}</span>
    </form>
  )
}

interface BotActsProps {
  line: BotLine
  /** Address to return to after an action: a path with query, without the locale prefix */
  back: string
}

const icons = { start: 'i-lucide-play', pause: 'i-lucide-pause', resume: 'i-lucide-play' } as const

/** Actions in a list row that need no confirmation: all except stop, which is final. */
function BotActs({ line: { id, name, state }, back }: BotActsProps) {
  const { locale, t } = useLocale()
  const act = { draft: 'start', running: 'pause', paused: 'resume' }[state as 'draft'] as keyof typeof icons | undefined
  if (act === undefined) return null
  const word = t(`botPage.acts.${act}`)
  return (
    <form method="post" action={localised(locale, href(paths.botAct, { id }))}>
      <input type="hidden" name="back" value={back} />
      <SubmitButton kind="quiet" icon={icons[act]} name="act" value={act} label={`${word}: ${name}`}>
        {word}
      </SubmitButton>
    </form>
  )
}

/** Classes of the table's columns: narrow windows show fewer of them, and cards show all. */
export const cellClasses = {
  name: 'bot-name',
  spark: 'bot-spark bot-medium',
  profit: 'bot-figure bot-result',
  equity: 'bot-figure bot-medium',
  realised: 'bot-figure bot-wide',
  day: 'bot-figure bot-day',
  edge: 'bot-figure bot-broad',
  drawdown: 'bot-figure bot-medium',
  wins: 'bot-figure bot-wide',
} as const

const figureCells = [
  ['profit', ProfitCell],
  ['equity', EquityCell],
  ['realised', RealisedCell],
  ['day', DayCell],
  ['edge', EdgeCell],
  ['drawdown', DrawdownCell],
  ['wins', WinsCell],
] as const

export interface BotRowProps {
  line: BotLine
  list: BotList
  /** Rank of the bot, from 1; only in ranked tables */
  place?: number | undefined
}

export function BotTableRow({ line, list, place }: BotRowProps) {
  const { locale, t } = useLocale()
  const { id, name, pair, tf, strategy, isOwn } = line
  return (
    <tr id={`bot-${id}`} data-row>
      {place !== undefined && <td className="bot-place">{place}</td>}
      <th scope="row" className="bot-name">
        <span className="bot-name-line">
          <a id={`open-${id}`} href={localised(locale, href(paths.bot, { id }))} data-row-open>
            {name}
          </a>
          <StateBadge state={line.state} reason={line.reason} />
        </span>
        <span className="bot-minor">
          {t(`bots.strategies.${strategy as 'dca'}`)} · {pair} · {timeframeText(t, tf)}
        </span>
      </th>
      <td className={cellClasses.spark}>
        <SparkCell line={line} />
      </td>
      {figureCells.map(([column, Figure]) => (
        <td
          key={column}
          className={cellClasses[column]}
          data-label={t(column === 'realised' ? 'botList.realisedColumn' : `botList.sorts.${column}`)}
        >
          <Figure line={line} />
        </td>
      ))}
      <td className="bot-acts-cell">
        {isOwn && <BotActs line={line} back={listPath(list)} />}
        <label className="bot-compared">
          <input
            type="checkbox"
            name="id"
            value={id}
            form={comparisonForm}
            aria-label={t('botList.compareNamed', { name })}
            data-row-act
          />
          <span>{t('botList.compareOne')}</span>
        </label>
      </td>
    </tr>
  )
}
