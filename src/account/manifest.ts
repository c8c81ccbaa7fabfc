import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import type { AccountDeps } from './account-deps.ts'
import { challengeRoutes } from './passkeys/challenge-routes.ts'
import { accountRoutes } from './routes.tsx'

export const accountManifest = {
  pages: accountRoutes,
  api: (deps) => [challengeRoutes(deps)],
  navigation: [
    { menu: 'user', path: paths.account, icon: 'i-lucide-user-cog', label: 'account.title', order: 20 },
    { menu: 'user', path: paths.accountPassword, icon: 'i-lucide-key-round', label: 'account.password', order: 21 },
    { menu: 'user', path: paths.secondFactor, icon: 'i-lucide-shield-check', label: 'account.secondFactor', order: 22 },
    { menu: 'user', path: paths.passkeys, icon: 'i-lucide-fingerprint', label: 'passkeys.title', order: 23 },
    { menu: 'user', path: paths.accountSessions, icon: 'i-lucide-monitor', label: 'account.sessions', order: 24 },
    { menu: 'user', path: paths.accountTokens, icon: 'i-lucide-key', label: 'tokens.title', order: 25 },
  ],
} satisfies Manifest<AccountDeps>
