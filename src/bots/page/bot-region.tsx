import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { isAlive } from '../bot-figures.ts'
import { placesQuery, regionId, statusKey, swapsBot } from './bot-address.ts'
import { BotDrift } from './bot-drift.tsx'
import { BotHead } from './bot-head.tsx'
import { BotLog } from './bot-log.tsx'
import { BotPosition } from './bot-position.tsx'
import { BotPrices } from './bot-prices.tsx'
import { BotEquity, BotSummary } from './bot-summary.tsx'
import { BotTrades } from './bot-trades.tsx'
import type { BotView } from './bot-view.ts'

/** The part that changes while the bot runs; the event `bot-refresh` reloads it. */
export function BotRegion({ view }: { view: BotView }) {
  const { locale } = useLocale()
  const { address, places, row, waiting } = view
  const at = localised(locale, address) + placesQuery(places)
  return (
    <div
      id={regionId}
      className="bot-region"
      data-standing={statusKey(row)}
      data-runs={isAlive(row) || undefined}
      data-is-waiting={waiting.length > 0 || undefined}
      {...swapsBot(at)}
      hx-trigger="bot-refresh"
    >
      <BotHead view={view} />
      <BotSummary view={view} />
      <BotEquity view={view} />
      <BotPrices view={view} />
      <div className="bot-columns">
        <BotPosition view={view} />
        <BotDrift view={view} />
      </div>
      <BotTrades view={view} />
      <BotLog view={view} />
    </div>
  )
}
