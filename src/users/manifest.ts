import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { impersonationRoutes } from './access-routes.tsx'
import type { UsersDeps } from './act.ts'
import { userActs } from './audit-acts.ts'
import { createCounter } from './list/counts.ts'
import { usersRoutes } from './routes.tsx'

export const usersManifest = {
  pages: (deps) => usersRoutes({ ...deps, counter: createCounter(deps.db) }),
  api: (deps) => [impersonationRoutes(deps)],
  acts: userActs,
  navigation: [
    {
      menu: 'user',
      path: paths.adminUsers,
      icon: 'i-lucide-users',
      label: 'account.admin',
      order: 30,
      isForAdmins: true,
    },
    {
      menu: 'app',
      path: paths.adminUsers,
      label: 'account.admin',
      order: 60,
      isForAdmins: true,
      beside: [
        paths.adminAudit,
        paths.adminContact,
        paths.adminContent,
        paths.broadcasts,
        paths.buttonTemplates,
        paths.allSeries,
      ],
    },
    { menu: 'admin', path: paths.adminUsers, icon: 'i-lucide-users', label: 'users.title', order: 10 },
    { menu: 'admin', path: paths.adminAudit, icon: 'i-lucide-scroll-text', label: 'audit.title', order: 20 },
    { menu: 'admin', path: paths.adminContact, icon: 'i-lucide-life-buoy', label: 'users.contact.title', order: 90 },
  ],
} satisfies Manifest<Omit<UsersDeps, 'counter'>>
