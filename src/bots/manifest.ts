import type { Manifest } from '../http/manifest.ts'
import { type BacktestRoutesDeps, backtestRoutes } from './backtest/backtest-routes.ts'
import { createBacktests } from './backtest/backtests.ts'

export const botsManifest = {
  // No thread is started before somebody asks for one.
  api: (deps) => [backtestRoutes({ ...deps, backtests: createBacktests() })],
  navigation: [],
} satisfies Manifest<Omit<BacktestRoutesDeps, 'backtests'>>
