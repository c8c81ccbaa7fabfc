import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panels/panel.tsx'
import { directionOf, formatGain, formatMoney } from '../bot-numbers.ts'
import { TableScroll } from '../bots-layout.tsx'
import type { TradeRow } from '../owner/owner-queries.ts'
import { PageLinks } from './bot-links.tsx'
import type { BotView } from './bot-view.ts'
import { priceText, quantityText, reasonText } from './bot-words.ts'

export function BotTrades({ view }: { view: BotView }) {
  const { locale, t } = useLocale()
  const { trades, row, viewer, places } = view
  const older = trades.hasOlder ? { ...places, trades: trades.rows.at(-1)?.id } : undefined
  return (
    <Panel id="trades" title={t('botPage.trades')}>
      {trades.rows.length === 0 ? (
        <p className="panel-text">{t('botPage.noTrades')}</p>
      ) : (
        <>
          <TradeTable view={view} />
          <div className="bot-below">
            <PageLinks
              id="trades"
              address={view.address}
              older={older}
              newest={places.trades === undefined ? undefined : { ...places, trades: undefined }}
            />
            {viewer !== 'link' && (
              <a
                className="bot-csv"
                href={localised(locale, href(paths.botTrades, { id: row.id }))}
                download
                data-no-swap
              >
                <Icon name="i-lucide-download" />
                {t('botPage.csv')}
              </a>
            )}
          </div>
        </>
      )}
    </Panel>
  )
}

function TradeTable({ view: { trades, digits } }: { view: BotView }) {
  const { t } = useLocale()
  return (
    <TableScroll label={t('botPage.tradesTable')}>
      <table className="bot-rows">
        <thead>
          <tr>
            <th scope="col">{t('botPage.time')}</th>
            <th scope="col">{t('botPage.side')}</th>
            {(['price', 'quantity', 'fee', 'result'] as const).map((name) => (
              <th key={name} scope="col" className="bot-figure">
                {t(`botPage.${name}`)}
              </th>
            ))}
            <th scope="col">{t('botPage.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {trades.rows.map((trade) => (
            <Trade key={trade.id} trade={trade} digits={digits} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Trade({ trade, digits }: { trade: TradeRow; digits: BotView['digits'] }) {
  const { locale, t } = useLocale()
  const { id, time, side, price, quantity, fee, profit, reason, isCaughtUp } = trade
  return (
    <tr id={`trade-${id}`}>
      <td className="bot-time">{formatTime(locale, time)}</td>
      <td data-side={side}>{t(`bots.sides.${side}`)}</td>
      <td className="bot-figure">{priceText(locale, price, digits)}</td>
      <td className="bot-figure">{quantityText(locale, quantity, digits)}</td>
      <td className="bot-figure">{formatMoney(locale, fee)}</td>
      <td className="bot-figure">
        {side === 'sell' && (
          <span className="change" data-direction={directionOf(profit)}>
            {formatGain(locale, profit)}
          </span>
        )}
      </td>
      <td>
        {reasonText(t, reason)}
        {isCaughtUp && (
          <span className="badge" title={t('botPage.caughtUpHint')}>
            {t('botPage.caughtUp')}
          </span>
        )}
      </td>
    </tr>
  )
}
