import type { BucketSize } from './protocol/bucket.ts'

export interface TickerLimits {
  /** Per candle; closes are always sent */
  ticksPerSecond: number
  /** All addresses together */
  sockets: number
  socketsPerAddress: number
  subscriptionsPerSocket: number
  asking: BucketSize
  /** Frames of any kind; a socket that exceeds it is closed */
  flood: BucketSize
  maxMessageBytes: number
  /** A client is slow with more bytes queued, or a later pong: only the pong shows data waiting in the network. */
  slowAtBytes: number
  slowAtMs: number
  /** A socket with more queued bytes is closed. */
  maxQueuedBytes: number
  pingIntervalMs: number
  pingTimeoutMs: number
  connectTimeoutMs: number
}

export const defaultLimits: TickerLimits = {
  ticksPerSecond: 5,
  sockets: 10_000,
  // Offices and mobile networks put many users behind one address.
  socketsPerAddress: 200,
  subscriptionsPerSocket: 64,
  // Twenty per second; the burst covers switching from one full page to another.
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
