import type { Manifest } from '../http/manifest.ts'
import { backtestRoutes } from './backtest/backtest-routes.ts'
import type { BotsDeps } from './bots-deps.ts'

export const botsManifest = {
  api: (deps) => [backtestRoutes(deps)],
  navigation: [],
} satisfies Manifest<BotsDeps>
