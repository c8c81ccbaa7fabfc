import type { DomainJobDeps, Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { backtestRoutes } from './api/backtest-routes.ts'
import { botsApiRoutes } from './api/bots-api-routes.ts'
import { botActs } from './audit-acts.ts'
import type { BotsDeps } from './bots-deps.ts'
import { botsRoutes } from './bots-routes.tsx'
import { type DriftDeps, driftJob } from './drift/check-drift.ts'
import { type DemoDeps, makeDemoBots } from './list/demo-bots.ts'

export const botsManifest = {
  pages: botsRoutes,
  acts: botActs,
  api: (deps) => [backtestRoutes(deps), botsApiRoutes(deps)],
  jobs: [{ role: 'bots', every: 30_000, name: 'bots-demo', run: makeDemoBots }, driftJob],
  navigation: [
    { menu: 'site', path: paths.bots, label: 'bots.title', order: 30, beside: [paths.paper, paths.tryStrategy] },
    { menu: 'app', path: paths.bots, label: 'bots.title', order: 40, beside: [paths.paper] },
    { menu: 'bots', path: paths.bots, icon: 'i-lucide-bot', label: 'botList.all', order: 10, isAlone: true },
    {
      menu: 'bots',
      path: paths.botComparison,
      icon: 'i-lucide-git-compare-arrows',
      label: 'botList.compare',
      order: 30,
    },
    { menu: 'bots', path: paths.paper, icon: 'i-lucide-hand-coins', label: 'paper.navigation', order: 50 },
    {
      menu: 'bots',
      path: paths.tryStrategy,
      icon: 'i-lucide-history',
      label: 'backtest.try.title',
      order: 15,
      isFor: 'visitors',
    },
    {
      menu: 'bots',
      path: paths.botTrial,
      icon: 'i-lucide-history',
      label: 'backtest.navigation',
      order: 20,
      isFor: 'users',
    },
    {
      menu: 'bots',
      path: paths.botSweep,
      icon: 'i-lucide-grid-3x3',
      label: 'backtest.sweep.navigation',
      order: 25,
      isFor: 'users',
    },
  ],
} satisfies Manifest<BotsDeps, DomainJobDeps & DemoDeps & DriftDeps>
