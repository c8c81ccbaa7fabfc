import type { FeedName } from '../../config/feeds.ts'
import { binanceManifest } from './binance/manifest.ts'
import { bybitManifest } from './bybit/manifest.ts'
import { demoManifest } from './demo/manifest.ts'
import type { FeedManifest } from './manifest.ts'
import { moexManifest } from './moex/manifest.ts'
import { okxManifest } from './okx/manifest.ts'
import { replayManifest } from './replay/manifest.ts'

/** Everything that the rest of the code knows about feeds. A new feed adds its folder, its name and a line here. */
export const manifests: Record<FeedName, FeedManifest> = {
  demo: demoManifest,
  replay: replayManifest,
  binance: binanceManifest,
  bybit: bybitManifest,
  okx: okxManifest,
  moex: moexManifest,
}
