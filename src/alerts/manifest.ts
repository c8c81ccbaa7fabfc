import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { type AlertsDeps, alertsRoutes } from './alerts-routes.tsx'

export const alertsManifest = {
  pages: alertsRoutes,
  navigation: [
    { menu: 'app', path: paths.alerts, label: 'alerts.title', order: 50 },
    { menu: 'tools', path: paths.alerts, icon: 'i-lucide-bell', label: 'alerts.title', order: 30 },
  ],
} satisfies Manifest<AlertsDeps>
