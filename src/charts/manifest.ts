import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { type ChartsDeps, chartsRoutes } from './charts-routes.tsx'
import { drawingsRoutes } from './drawing/routes.ts'
import { layoutsRoutes } from './layout/routes.ts'
import { templatesRoutes } from './templates/routes.ts'

export const chartsManifest = {
  pages: chartsRoutes,
  api: (deps) => [drawingsRoutes(deps), layoutsRoutes(deps), templatesRoutes(deps)],
  navigation: [
    { menu: 'site', path: paths.openChart, label: 'charts.title', order: 25 },
    { menu: 'app', path: paths.charts, label: 'charts.title', order: 20 },
  ],
} satisfies Manifest<ChartsDeps>
