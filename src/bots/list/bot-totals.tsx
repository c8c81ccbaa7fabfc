import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { formatGain, formatMoney, formatShare } from '../bot-numbers.ts'
import { Gain } from './bot-cells.tsx'
import { type BotLine, totalsOf } from './bot-line.ts'

/** Totals of all the user's own bots, regardless of filters. Money counts only started bots. */
export function BotTotalsBar({ lines }: { lines: readonly BotLine[] }) {
  const { locale, t } = useLocale()
  const { quote, equity, capital, profit, realised, unrealised, dayProfit, running } = totalsOf(
    lines.filter(({ startedAt }) => startedAt !== null),
  )
  const share = capital > 0 ? profit / capital : 0
  return (
    <dl className="bot-totals" aria-label={t('botList.totals')}>
      <Figure name={t('botList.running')}>
        {t('botList.runningOf', { running: formatNumber(locale, running), all: formatNumber(locale, lines.length) })}
      </Figure>
      {quote !== undefined && (
        <>
          <Figure name={t('botList.sorts.equity')}>
            {formatMoney(locale, equity)} {quote}
          </Figure>
          <Figure name={t('botList.sorts.profit')}>
            <Gain value={profit}>
              {formatGain(locale, profit)} ({formatShare(locale, share)})
            </Gain>
          </Figure>
          <Figure name={t('botList.sorts.day')}>
            <Gain value={dayProfit}>{formatGain(locale, dayProfit)}</Gain>
          </Figure>
          <Figure name={t('botList.realised')}>{formatGain(locale, realised)}</Figure>
          <Figure name={t('botList.unrealised')}>{formatGain(locale, unrealised)}</Figure>
        </>
      )}
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
