import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { StateBadge } from '../state-badge.tsx'
import { timeframeText } from '../timeframe-text.ts'
import { BotActs } from './bot-acts.tsx'
import {
  DayCell,
  DrawdownCell,
  EdgeCell,
  EquityCell,
  ProfitCell,
  RealisedCell,
  SparkCell,
  WinsCell,
} from './bot-cells.tsx'
import type { BotLine } from './bot-line.ts'
import { comparisonForm } from './compare-bar.tsx'
import { type BotList, listPath } from './list-query.ts'

export interface BotRowProps {
  line: BotLine
  list: BotList
  /** Rank, from 1; only in ranked tables */
  place?: number | undefined
}

export function BotTableRow({ line, list, place }: BotRowProps) {
  const { locale, t } = useLocale()
  const { id, name, pair, tf, strategy, isOwn } = line
  return (
    <tr id={`bot-${id}`} data-row>
      <th scope="row" className="bot-name">
        <span className="bot-name-line">
          {place !== undefined && <span className="bot-place">{place}</span>}
          <a id={`open-${id}`} href={localised(locale, href(paths.bot, { id }))} data-row-open>
            {name}
          </a>
          <StateBadge state={line.state} reason={line.reason} />
        </span>
        <span className="bot-minor">
          {t(`bots.strategies.${strategy as 'dca'}`)} · {pair} · {timeframeText(t, tf)}
        </span>
      </th>
      <td className="bot-spark">
        <SparkCell line={line} />
      </td>
      <Cell name={t('botList.sorts.profit')}>
        <ProfitCell line={line} />
      </Cell>
      <Cell name={t('botList.sorts.equity')}>
        <EquityCell line={line} />
      </Cell>
      <Cell name={t('botList.realisedColumn')}>
        <RealisedCell line={line} />
      </Cell>
      <Cell name={t('botList.sorts.day')}>
        <DayCell line={line} />
      </Cell>
      <Cell name={t('botList.sorts.edge')}>
        <EdgeCell line={line} />
      </Cell>
      <Cell name={t('botList.sorts.drawdown')}>
        <DrawdownCell line={line} />
      </Cell>
      <Cell name={t('botList.sorts.wins')}>
        <WinsCell line={line} />
      </Cell>
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

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className="bot-figure" data-label={name}>
      {children}
    </td>
  )
}
