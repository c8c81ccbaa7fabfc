/** The whole app over a content folder, as production serves it; prints its port. */
import { readConfig } from '../../src/config.ts'
import { serve } from '../../src/main/serve.ts'

const [contentDir = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({
  CONTENT_DIR: contentDir,
  DATA_DIR: dataDir,
  PORT: '0',
  SITE_URL: 'http://localhost:3000',
  // Visitors of many networks: what one may cause is limited.
  TRUST_PROXY: '1',
})
// A day of prices, made in a moment: what is measured is a server that has started, not its first minute.
const server = await serve({ config, isDev: false, historyDays: 1, logTo: () => undefined })
process.stdout.write(`${server.port}\n`)
// In order, as whoever runs it stops it: the next start finds whole databases.
process.once('SIGTERM', () => void server.close().then(() => process.exit()))
