import { Fragment } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { isMessageKey } from '../../i18n/translate.ts'
import { wholeUnits } from '../../market/units.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { directionOf, formatGain, formatMoney } from '../bot-numbers.ts'
import { TableScroll } from '../bots-layout.tsx'
import { wholeMoney, worthOf } from '../engine/money.ts'
import type { ManualTrade } from './paper-queries.ts'
import { formatUnits } from './ticket-text.ts'

export interface TradesTableProps {
  /** Trades to show, newest first */
  trades: readonly ManualTrade[]
  /** Whether the trades are from all accounts; then each row shows its asset */
  isOfAll?: boolean
}

export function TradesTable({ trades, isOfAll = false }: TradesTableProps) {
  const { t } = useLocale()
  if (trades.length === 0) return <EmptyState icon="i-lucide-arrow-left-right" title={t('paper.noTrades')} isSmall />
  return (
    <TableScroll label={t('paper.tradesTable')} className="paper-journal">
      <table className="paper-table">
        <thead>
          <tr>
            <th scope="col">{t('paper.time')}</th>
            {isOfAll && (
              <th scope="col" className="paper-start">
                {t('paper.asset')}
              </th>
            )}
            <th scope="col">{t('paper.sideOf')}</th>
            <th scope="col">{t('paper.last')}</th>
            <th scope="col">{t('paper.quantity')}</th>
            <th scope="col">{t('paper.worthOf')}</th>
            <th scope="col">{t('paper.fee')}</th>
            <th scope="col">{t('paper.profitOf')}</th>
            <th scope="col" className="paper-start">
              {t('paper.reason')}
            </th>
            <th scope="col" className="paper-start">
              {t('paper.note')}
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <TradeRow key={`${trade.asset} ${trade.id}`} trade={trade} isOfAll={isOfAll} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function TradeRow({ trade, isOfAll }: { trade: ManualTrade; isOfAll: boolean }) {
  const { locale, t } = useLocale()
  const { asset, side, time, reason } = trade
  const digits = { priceDigits: trade.priceDigits ?? 2, volumeDigits: trade.volumeDigits ?? 2 }
  const [price, quantity] = [wholeUnits(trade.price), wholeUnits(trade.quantity)]
  const why = `paper.reasons.${reason}`
  return (
    <Fragment>
      <tr data-side={side}>
        <td>{formatTime(locale, time)}</td>
        {isOfAll && (
          <th scope="row">
            <a href={localised(locale, href(paths.paperAsset, { asset }))}>{asset}</a>
          </th>
        )}
        <td className="paper-side">{t(`bots.sides.${side}`)}</td>
        <td>{formatUnits(locale, price, digits.priceDigits)}</td>
        <td>{formatUnits(locale, quantity, digits.volumeDigits)}</td>
        <td>{formatMoney(locale, worthOf(quantity, price, digits, 'down'))}</td>
        <td>{formatMoney(locale, wholeMoney(trade.fee))}</td>
        <td>{side === 'sell' ? <Profit money={wholeMoney(trade.profit)} /> : '—'}</td>
        <td className="paper-start">{isMessageKey(why) ? t(why) : reason}</td>
        <td className="paper-start">
          <NoteFold trade={trade} />
        </td>
      </tr>
      <tr className="paper-note-row">
        <td colSpan={isOfAll ? 10 : 9}>
          <TradeNote trade={trade} isOfAll={isOfAll} />
        </td>
      </tr>
    </Fragment>
  )
}

/** Longest note on a trade, characters; a line break is one */
export const maxNoteLength = 1000

/** The note on a trade. Opened, it shows the row below: in its cell, the picture would widen the table. */
function NoteFold({ trade: { time, note } }: { trade: ManualTrade }) {
  const { locale, t } = useLocale()
  const label = `${t('paper.noteAdd')}: ${t('paper.noteOf', { time: formatTime(locale, time) })}`
  return (
    <details className="paper-note">
      <summary aria-label={note ? undefined : label}>{note ?? t('paper.noteAdd')}</summary>
    </details>
  )
}

/** Picture of the chart at a trade, and the form for its note. The page of all accounts returns to itself. */
function TradeNote({ trade: { asset, id, time, note }, isOfAll }: { trade: ManualTrade; isOfAll: boolean }) {
  const { locale, t } = useLocale()
  const action = localised(locale, href(paths.paperNote, { asset, id: String(id) }))
  const picture = localised(locale, href(paths.paperPicture, { asset, id: String(id) }))
  const swaps = isOfAll ? {} : { 'hx-post': action, 'hx-target': '#paper-desk', 'hx-swap': 'outerMorph' }
  return (
    <div className="paper-note-body">
      <div className="paper-picture">
        {/* Loads when the note is opened; a refresh of the table brings a new link. */}
        <a href={picture} hx-get={picture} hx-trigger="intersect once, click" hx-target="closest .paper-picture">
          {t('paper.picture')}
        </a>
      </div>
      <form method="post" action={action} {...swaps}>
        {isOfAll && <input type="hidden" name="back" value={paths.paper} />}
        <textarea
          id={`note-${asset}-${id}`}
          name="note"
          rows={3}
          maxLength={maxNoteLength}
          defaultValue={note ?? ''}
          aria-label={t('paper.noteOf', { time: formatTime(locale, time) })}
        />
        <SubmitButton kind="quiet">{t('paper.noteSave')}</SubmitButton>
      </form>
    </div>
  )
}

export interface ProfitProps {
  money: ReturnType<typeof wholeMoney>
}

export function Profit({ money }: ProfitProps) {
  const { locale } = useLocale()
  return (
    <span className="change" data-direction={directionOf(money)}>
      {formatGain(locale, money)}
    </span>
  )
}
