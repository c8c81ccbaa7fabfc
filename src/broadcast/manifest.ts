import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { importActs } from '../telegram/import/audit-acts.ts'
import { broadcastAuditActs } from './acts/audit-acts.ts'
import type { BroadcastDeps } from './broadcast-deps.ts'
import { broadcastRoutes } from './broadcast-routes.tsx'
import { seriesAuditActs } from './series/series-acts.ts'
import { templateAuditActs } from './templates/template-acts.ts'

export const broadcastManifest = {
  pages: (deps) => broadcastRoutes(deps),
  acts: { ...broadcastAuditActs, ...importActs, ...seriesAuditActs, ...templateAuditActs },
  navigation: [
    { menu: 'admin', path: paths.broadcasts, icon: 'i-lucide-megaphone', label: 'broadcast.title', order: 30 },
    {
      menu: 'admin',
      path: paths.buttonTemplates,
      icon: 'i-lucide-layout-grid',
      label: 'buttonTemplates.title',
      order: 35,
    },
    { menu: 'admin', path: paths.allSeries, icon: 'i-lucide-list-ordered', label: 'series.title', order: 33 },
  ],
} satisfies Manifest<BroadcastDeps>
