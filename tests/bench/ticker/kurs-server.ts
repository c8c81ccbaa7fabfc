/** Our own ticker server under load. */
import { createTestMarket, serveTicker } from '../../ticker-server.ts'
import { assetOf, obey } from './load.ts'

const day = 86_400_000
const instruments = Array.from({ length: 100 }, (_, pair) => {
  return { asset: assetOf(pair), base: '', quote: '', name: '', priceDigits: 2, volumeDigits: 5 }
})
const isSoaked = process.argv.includes('soak')
// No heartbeats, as in the other servers: only ticks are compared.
const heartbeat = isSoaked ? {} : { pingIntervalMs: day, connectTimeoutMs: day }
// With `window` the ticks of a window are conflated as in the product.
const ticksPerSecond = process.argv.includes('window') ? 5 : 1000
const limits = { ticksPerSecond, socketsPerAddress: 1_000_000, ...heartbeat }
const server = serveTicker({ market: createTestMarket(instruments), limits })
obey({ ...server, metrics: server.ticker.metrics })
