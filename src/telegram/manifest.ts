import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { telegramActs } from './audit-acts.ts'
import { webhookRoutes } from './bot/webhook-routes.ts'
import type { TelegramDeps } from './telegram-deps.ts'
import { telegramRoutes } from './telegram-routes.ts'

export const telegramManifest = {
  pages: telegramRoutes,
  api: (deps) => [webhookRoutes(deps)],
  acts: telegramActs,
  navigation: [
    { menu: 'user', path: paths.accountTelegram, icon: 'i-lucide-send', label: 'account.telegram', order: 26 },
  ],
} satisfies Manifest<TelegramDeps>
