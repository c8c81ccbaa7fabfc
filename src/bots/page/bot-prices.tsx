import { useLocale } from '../../i18n/context.tsx'
import { isTimeframe, minuteMs } from '../../market/timeframe.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { Panel } from '../../ui/panels/panel.tsx'
import type { PriceLevel, TradeMark } from '../drawing/marked-chart.ts'
import { PriceChartView } from '../drawing/price-chart-view.tsx'
import type { BotView } from './bot-view.ts'
import { reasonText } from './log-words.ts'

export function BotPrices({ view }: { view: BotView }) {
  const { t } = useLocale()
  const { row, digits, trades, figures, run } = view
  const { asset, tf, startedAt, cursor } = row
  if (startedAt === null || !run || !isTimeframe(tf)) return null
  const price = (units: number) => toDecimal(wholeUnits(units), digits.priceDigits)
  const marks = trades.rows.map((trade): TradeMark => [trade.time, trade.side === 'buy' ? 1 : -1, price(trade.price)])
  const waiting = run.desk.orders.flatMap((order): PriceLevel[] =>
    order.kind === 'market'
      ? []
      : [{ label: reasonText(t, order.reason), price: price(order.price), kind: order.side }],
  )
  const entry: PriceLevel[] = figures.position
    ? [{ label: t('botPage.paid'), price: price(figures.position.paidPrice), kind: 'entry' }]
    : []
  return (
    // Skips morphing: new props would recreate the chart and lose the scroll position.
    <div hx-morph-skip="">
      <Panel id="prices" title={t('botPage.prices')}>
        <PriceChartView
          asset={asset}
          tf={tf}
          from={startedAt - (startedAt % minuteMs)}
          to={cursor + minuteMs}
          priceDigits={digits.priceDigits}
          trades={marks.reverse()}
          levels={[...entry, ...waiting]}
        />
      </Panel>
    </div>
  )
}
