/**
 * The whole app on a new folder, which generates 90 days of demo prices: `first-start-server.ts CONTENT DATA`. Prints
 * its port, then `filled SECONDS` with the processor time of all threads until the history was complete.
 */
import { readConfig } from '../../src/config.ts'
import { openDb } from '../../src/db/client.ts'
import { serve } from '../../src/main/serve.ts'

const [contentDir = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ CONTENT_DIR: contentDir, DATA_DIR: dataDir, PORT: '0', SITE_URL: 'http://localhost:3000' })
const filled = Promise.withResolvers<void>()
const logTo = (lines: string) => {
  if (lines.includes('market history fetched')) filled.resolve()
}
const server = await serve({ config, isDev: false, historyDays: 90, logTo })
process.stdout.write(`${server.port}\n`)
await filled.promise
const { user, system } = process.cpuUsage()
process.stdout.write(`filled ${(user + system) / 1e6}\n`)
const db = await openDb({ url: config.databases.market.url, readOnly: true })
const { rows } = await db.client.execute('select count(*) from candles where tf = 1 and is_closed')
await db.close()
process.stdout.write(`minutes ${rows[0]?.[0]}\n`)
