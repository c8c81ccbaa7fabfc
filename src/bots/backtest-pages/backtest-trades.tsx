import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { isMessageKey, type Translate } from '../../i18n/translate.ts'
import { formatPrice } from '../../market/price-format.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { BacktestReport } from '../analysis/backtest-service.ts'
import { noTradesText } from '../backtest/no-trades.ts'
import { directionOf, formatGain, formatMoney } from '../bot-numbers.ts'
import { TableScroll } from '../bots-layout.tsx'

const tradesOfPage = 50

export interface BacktestTradesProps {
  report: Pick<BacktestReport, 'trades' | 'reasons' | 'noTrades' | 'instrument'>
  page: number
  addressOf(page: number): string
}

/** Table of a backtest's trades in pages, newest last. */
export function BacktestTrades({ report, page, addressOf }: BacktestTradesProps) {
  const { locale, t } = useLocale()
  const { trades, reasons, noTrades, instrument } = report
  const total = trades.time.length
  if (total === 0) {
    return (
      <EmptyState icon="i-lucide-arrow-left-right" title={t('backtest.noTrades')} isSmall>
        {noTrades && <p>{noTradesText(locale, noTrades, instrument)}</p>}
      </EmptyState>
    )
  }
  const pages = Math.ceil(total / tradesOfPage)
  const shown = Math.min(Math.max(1, page), pages)
  const first = (shown - 1) * tradesOfPage
  const places = Array.from({ length: Math.min(tradesOfPage, total - first) }, (_, index) => first + index)
  const price = (at: number) => toDecimal(wholeUnits(trades.price[at] ?? 0), instrument.priceDigits)
  const quantity = (at: number) => toDecimal(wholeUnits(trades.quantity[at] ?? 0), instrument.volumeDigits)
  const heads = ['time', 'side', 'price', 'quantity', 'fee', 'result', 'reason'] as const
  return (
    <>
      <TableScroll label={t('backtest.trades')} isFramed className="trial-trades">
        <table>
          <thead>
            <tr>
              {heads.map((name) => (
                <th key={name} scope="col">
                  {t(`backtest.trade.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((at) => {
              const isSale = trades.side[at] !== 1
              const profit = trades.profit[at] ?? 0
              return (
                <tr key={at}>
                  <th scope="row">{formatTime(locale, trades.time[at] ?? 0)}</th>
                  <td data-direction={isSale ? 'down' : 'up'}>{t(isSale ? 'bots.sides.sell' : 'bots.sides.buy')}</td>
                  <td>{formatPrice(locale, price(at), instrument.priceDigits)}</td>
                  <td>{formatPrice(locale, quantity(at), instrument.volumeDigits)}</td>
                  <td>{formatMoney(locale, trades.fee[at] ?? 0)}</td>
                  <td data-direction={isSale ? directionOf(profit) : undefined}>
                    {isSale ? formatGain(locale, profit) : ''}
                  </td>
                  <td>{reasonText(t, reasons[trades.reason[at] ?? 0] ?? '')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableScroll>
      {pages > 1 && (
        <nav className="trial-pages" aria-label={t('backtest.pages')}>
          {shown > 1 && <a href={addressOf(shown - 1)}>{t('backtest.earlier')}</a>}
          <span>{t('backtest.page', { page: shown, pages })}</span>
          {shown < pages && <a href={addressOf(shown + 1)}>{t('backtest.later')}</a>}
        </nav>
      )}
    </>
  )
}

/** Returns the text of an order's reason, or the reason itself if it has no text. */
export function reasonText(t: Translate, reason: string): string {
  const key = `backtest.reasons.${reason}`
  return isMessageKey(key) ? t(key) : reason
}
