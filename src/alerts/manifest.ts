import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { type AlertsDeps, alertsRoutes } from './alerts-routes.tsx'

export const alertsManifest = {
  pages: alertsRoutes,
  navigation: [{ menu: 'app', path: paths.alerts, label: 'alerts.title', order: 50 }],
} satisfies Manifest<AlertsDeps>
