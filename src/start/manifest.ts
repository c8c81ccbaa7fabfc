import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { type StartDeps, startRoutes } from './start-routes.tsx'

export const startManifest = {
  pages: startRoutes,
  navigation: [
    { menu: 'app', path: paths.app, label: 'market.overview', order: 10, isAlone: true },
    { menu: 'user', path: paths.app, icon: 'i-lucide-layout-dashboard', label: 'market.overview', order: 10 },
  ],
} satisfies Manifest<StartDeps>
