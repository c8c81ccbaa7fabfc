import type { BucketSize } from './protocol/bucket.ts'

export interface TickerLimits {
  /** Of each candle; its close is always sent */
  ticksPerSecond: number
  /** Of all addresses together */
  sockets: number
  socketsPerAddress: number
  subscriptionsPerSocket: number
  asking: BucketSize
  /** Frames of any kind; a socket that sends more is closed */
  flood: BucketSize
  mostMessageBytes: number
  /** A client with more bytes queued is slow, or a later pong: what waits in the network shows in no other way */
  slowAtBytes: number
  slowAtMs: number
  /** With more bytes queued its socket closes */
  mostQueuedBytes: number
  pingIntervalMs: number
  pingTimeoutMs: number
  connectTimeoutMs: number
}

export const defaultLimits: TickerLimits = {
  ticksPerSecond: 5,
  sockets: 10_000,
  // Offices and telephone networks put many people behind one address.
  socketsPerAddress: 200,
  subscriptionsPerSocket: 64,
  // Twenty a second; the burst is what leaving one full page for another takes.
  asking: { burst: 128, everyMs: 50 },
  flood: { burst: 500, everyMs: 10 },
  mostMessageBytes: 4096,
  slowAtBytes: 64 * 1024,
  slowAtMs: 1000,
  mostQueuedBytes: 1024 * 1024,
  pingIntervalMs: 5000,
  pingTimeoutMs: 20_000,
  connectTimeoutMs: 10_000,
}
