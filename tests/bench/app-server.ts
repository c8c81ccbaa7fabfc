/** The whole app over a content folder, as in production; prints its port. */
import { readConfig } from '../../src/config.ts'
import { serve } from '../../src/main/serve.ts'

const [contentDir = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({
  CONTENT_DIR: contentDir,
  DATA_DIR: dataDir,
  PORT: '0',
  SITE_URL: 'http://localhost:3000',
  // Visitors come from many networks, because work per network is limited.
  TRUST_PROXY: '1',
})
// Uses one day of prices, which is generated quickly: the benchmark measures a running server, not its first minute.
const server = await serve({ config, isDev: false, historyDays: 1, logTo: () => undefined })
process.stdout.write(`${server.port}\n`)
// Stops in order, as when an operator stops the server: the next start finds consistent databases.
process.once('SIGTERM', () => void server.close().then(() => process.exit()))
