/**
 * Watches alerts in a separate process, for a test that kills it: `bun alerts-process.ts DB BEGAN`. A minute of its
 * market lasts `minuteAsMs`, counted from the real time BEGAN. Tells fired alerts as the process with the bot does.
 */
import { alertFired } from '../src/alerts/topics.ts'
import { watchAlerts } from '../src/alerts/watch-alerts.ts'
import { openDb } from '../src/db/client.ts'
import { createEvents } from '../src/events/events.ts'
import { createBackground } from '../src/jobs/background.ts'
import { createLogger } from '../src/log/logger.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import type { Market } from '../src/market/market.ts'
import { enqueueNews } from '../src/telegram/news/enqueue-news.ts'
import { marketNow, minutesUntil, tickAt } from './alerts-market.ts'

const [file = '', began = ''] = process.argv.slice(2)
const db = await openDb({ url: `file:${file}` })
const log = createLogger({ level: 'warn', write: (lines) => process.stderr.write(lines) })
const events = createEvents(log)
const now = () => marketNow(Number(began))
const listeners = new Set<Parameters<Market['onTick']>[0]>()
const market: Pick<Market, 'onTick' | 'state' | 'candles' | 'closes' | 'current' | 'instrument'> = {
  instrument: (asset) => defaultInstruments.find((each) => each.asset === asset),
  current: (asset) => tickAt(asset, now()),
  candles: async (query) => minutesUntil(query, now()),
  closes: async () => [],
  state: () => ({ name: 'live', isBackfilling: false }),
  onTick: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
const background = createBackground(log)
const tell = () => void background.run('News', () => enqueueNews({ db, market, siteUrl: 'https://kurs.test', now }))
events.on(alertFired, tell)
tell()
watchAlerts({ db, market, events, log, now })
setInterval(() => {
  for (const asset of ['BTCUSDT', 'ETHUSDT']) for (const listener of listeners) listener(tickAt(asset, now()))
}, 10)
