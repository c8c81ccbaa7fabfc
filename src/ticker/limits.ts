import type { BucketSize } from './protocol/bucket.ts'

export interface TickerLimits {
  /** Maximum ticks per second and candle; closes are always sent */
  ticksPerSecond: number
  /** Maximum open sockets, all addresses together */
  sockets: number
  socketsPerAddress: number
  subscriptionsPerSocket: number
  /** Maximum number of different sets of pairs that clients follow as bundles; others get single ticks */
  bundles: number
  asking: BucketSize
  /** Limit of frames of any kind; a socket that exceeds it is closed */
  flood: BucketSize
  maxMessageBytes: number
  /** Queued bytes from which a client is slow. A late pong shows slowness too, if data waits only in the network. */
  slowAtBytes: number
  slowAtMs: number
  /** Maximum queued bytes; a socket with more is closed */
  maxQueuedBytes: number
  pingIntervalMs: number
  pingTimeoutMs: number
  connectTimeoutMs: number
}

export const defaultLimits: TickerLimits = {
  ticksPerSecond: 5,
  sockets: 10_000,
  // Maximum sockets of one address. Offices and mobile networks put many users behind one address.
  socketsPerAddress: 200,
  subscriptionsPerSocket: 64,
  bundles: 500,
  // Subscription requests: twenty per second. The burst covers switching from one full page to another.
  asking: { burst: 128, everyMs: 50 },
  flood: { burst: 500, everyMs: 10 },
  maxMessageBytes: 4096,
  slowAtBytes: 64 * 1024,
  slowAtMs: 1000,
  maxQueuedBytes: 1024 * 1024,
  pingIntervalMs: 5000,
  pingTimeoutMs: 20_000,
  connectTimeoutMs: 10_000,
}
