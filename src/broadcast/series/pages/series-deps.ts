import type { ProgressStreams } from '../../../http/progress-stream.ts'
import type { RateLimit } from '../../../limits/rate-limit.ts'
import type { BroadcastDeps } from '../../broadcast-deps.ts'

export interface SeriesDeps extends BroadcastDeps {
  watching: ProgressStreams
  tests: RateLimit
}
