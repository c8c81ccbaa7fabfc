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
    {
      menu: 'places-own',
      path: paths.account,
      icon: 'i-lucide-user',
      label: 'account.profile',
      text: 'account.appAccount',
      order: 10,
    },
    {
      menu: 'places-own',
      path: paths.accountPassword,
      icon: 'i-lucide-key-round',
      label: 'account.password',
      text: 'account.appPassword',
      order: 20,
    },
    {
      menu: 'places-own',
      path: paths.secondFactor,
      icon: 'i-lucide-shield-check',
      label: 'account.secondFactor',
      text: ({ hasSecondFactor }) => (hasSecondFactor ? 'account.appSecondFactorOn' : 'account.appSecondFactorOff'),
      order: 30,
    },
    {
      menu: 'places-own',
      path: paths.passkeys,
      icon: 'i-lucide-fingerprint',
      label: 'passkeys.title',
      text: 'account.appPasskeys',
      order: 35,
    },
    {
      menu: 'places-own',
      path: paths.accountSessions,
      icon: 'i-lucide-monitor',
      label: 'account.sessions',
      text: 'account.appSessions',
      order: 40,
    },
    {
      menu: 'places-own',
      path: paths.accountTokens,
      icon: 'i-lucide-key',
      label: 'tokens.title',
      text: 'tokens.appText',
      order: 45,
    },
  ],
} satisfies Manifest<AccountDeps>
