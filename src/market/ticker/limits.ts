import type { BucketSize } from './protocol/bucket.ts'

export interface TickerLimits {
  /** How often each candle is told, whatever its source says; the end of a candle is always told */
  ticksPerSecond: number
  socketsPerAddress: number
  subscriptionsPerSocket: number
  /** Subscribing and unsubscribing */
  asking: BucketSize
  /** Frames of any kind: who sends more is closed */
  flood: BucketSize
  mostMessageBytes: number
  /** Bytes that wait for a client, or ms that its pong takes, that make it slow */
  slowAtBytes: number
  slowAtMs: number
  /** Bytes that wait for a client that close its socket */
  mostQueuedBytes: number
  pingIntervalMs: number
  pingTimeoutMs: number
  /** A client that has not joined after so long is closed */
  connectTimeoutMs: number
}

export const defaultLimits: TickerLimits = {
  ticksPerSecond: 5,
  // Offices and telephone networks put many people behind one address.
  socketsPerAddress: 200,
  subscriptionsPerSocket: 64,
  // Twenty a second; at once as many as leaving one full page for another takes.
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
