import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { type AlertsDeps, alertsRoutes } from './alerts-routes.tsx'
import { pushRoutes } from './push/push-routes.ts'

export const alertsManifest = {
  pages: (deps) => alertsRoutes(deps).route('/', pushRoutes(deps)),
  navigation: [{ menu: 'app', path: paths.alerts, label: 'alerts.title', order: 50 }],
} satisfies Manifest<AlertsDeps>
