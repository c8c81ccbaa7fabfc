import type { ReactNode } from 'react'
import { Sparkline } from '../../charts/sparkline.tsx'
import { useLocale } from '../../i18n/context.tsx'
import { isMessageKey } from '../../i18n/translate.ts'
import { directionOf, formatGain, formatMoney, formatPart, formatShare, shareDirection } from '../bot-numbers.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { type BotLine, edgeOf } from './bot-line.ts'

export interface StateBadgeProps extends Pick<BotRow, 'state' | 'reason'> {}

export function StateBadge({ state, reason }: StateBadgeProps) {
  const { t } = useLocale()
  const key = `bots.reasons.${reason}`
  const why = reason === null ? undefined : isMessageKey(key) ? t(key) : reason
  return (
    <span className="bot-state" data-state={state} title={why}>
      {t(`bots.states.${state}`)}
    </span>
  )
}

export interface BotCellsProps {
  line: BotLine
}

/** A value that is green or red by its sign. The text contains the sign as well. */
export function Gain({ value, children }: { value: number; children: ReactNode }) {
  return (
    <span className="change" data-direction={directionOf(value)}>
      {children}
    </span>
  )
}

export function ProfitCell({ line: { figures } }: BotCellsProps) {
  const { locale } = useLocale()
  return (
    <span className="bot-pair-of-figures">
      <Gain value={figures.profit}>{formatShare(locale, figures.profitShare)}</Gain>
      <span className="bot-minor">{formatGain(locale, figures.profit)}</span>
    </span>
  )
}

export function EquityCell({ line: { figures, quote } }: BotCellsProps) {
  const { locale } = useLocale()
  return (
    <span className="bot-pair-of-figures">
      <span>{formatMoney(locale, figures.equity)}</span>
      <span className="bot-minor">{quote}</span>
    </span>
  )
}

/** Cell with the realized profit above the unrealized one. */
export function RealisedCell({ line: { figures } }: BotCellsProps) {
  const { locale, t } = useLocale()
  return (
    <span className="bot-pair-of-figures">
      <span title={t('botList.realised')}>{formatGain(locale, figures.realised)}</span>
      <span className="bot-minor" title={t('botList.unrealised')}>
        {formatGain(locale, figures.unrealised)}
      </span>
    </span>
  )
}

export function DayCell({ line: { figures } }: BotCellsProps) {
  const { locale } = useLocale()
  if (figures.dayProfit === undefined) return <Unknown />
  return <Gain value={figures.dayProfit}>{formatGain(locale, figures.dayProfit)}</Gain>
}

export function EdgeCell({ line }: BotCellsProps) {
  const { locale, t } = useLocale()
  const edge = edgeOf(line)
  const { buyAndHold } = line.figures
  if (edge === undefined || buyAndHold === undefined) return <Unknown />
  return (
    <span className="bot-pair-of-figures">
      <span className="change" data-direction={shareDirection(edge)}>
        {t('botList.points', { points: formatShare(locale, edge).replace(/\s?%/, '') })}
      </span>
      <span className="bot-minor">{t('botList.held', { share: formatShare(locale, buyAndHold) })}</span>
    </span>
  )
}

export function DrawdownCell({ line: { figures, startedAt } }: BotCellsProps) {
  const { locale } = useLocale()
  if (startedAt === null) return <Unknown />
  return <>{formatShare(locale, -figures.maxDrawdown)}</>
}

export function WinsCell({ line: { figures } }: BotCellsProps) {
  const { locale, t } = useLocale()
  const { sales, wins, winRate } = figures
  if (winRate === undefined) return <Unknown />
  return (
    <span className="bot-pair-of-figures">
      <span>{formatPart(locale, winRate)}</span>
      <span className="bot-minor">{t('botList.wonOf', { wins, sales })}</span>
    </span>
  )
}

export function SparkCell({ line: { figures } }: BotCellsProps) {
  return <Sparkline prices={figures.spark} direction={directionOf(figures.profit)} />
}

function Unknown() {
  return <span className="bot-minor">—</span>
}
