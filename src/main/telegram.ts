import { countClick } from '../broadcast/clicks/count-click.ts'
import { createSeriesHooks } from '../broadcast/series/people-queries.ts'
import { readSecret } from '../config/secret.ts'
import { paths } from '../paths.ts'
import type { FileSender } from '../telegram/api/file-sender.ts'
import { type BotDeps, createBotLimits } from '../telegram/bot/bot-deps.ts'
import { createBotName } from '../telegram/bot/bot-settings.ts'
import { handleUpdate } from '../telegram/bot/handle-update.ts'
import { webhookSecret } from '../telegram/bot/webhook-routes.ts'
import type { TelegramSite } from '../telegram/telegram-deps.ts'
import type { Shared } from './shared.ts'

/** Opens the dependencies for handling updates, in any process. */
export async function openBot(shared: Shared): Promise<(siteUrl: string) => BotDeps> {
  const { databases, now = Date.now } = shared
  const db = await databases.app()
  const market = await shared.market()
  const limits = createBotLimits()
  const series = createSeriesHooks(db)
  return (siteUrl) => ({ db, market, siteUrl, now, countClick: (click) => countClick(db, click), series, limits })
}

/** Opens the sender of files; undefined without a Telegram token. */
export async function openFileSender({ config }: Pick<Shared, 'config'>): Promise<FileSender | undefined> {
  const { TELEGRAM_TOKEN: token, TELEGRAM_API_ROOT: root } = config
  if (!token) return undefined
  const { createFileSender } = await import('../telegram/api/file-sender.ts')
  return createFileSender({ token, root })
}

/** Opens the site's connection to Telegram; undefined without a Telegram token. */
export async function openTelegramSite(shared: Shared): Promise<((siteUrl: string) => TelegramSite) | undefined> {
  const { config, now = Date.now } = shared
  const { TELEGRAM_TOKEN: token, TELEGRAM_API_ROOT: root, TELEGRAM_WEBHOOK: hook } = config
  if (!token) return undefined
  const botOf = await openBot(shared)
  // Imports these libraries only with a token: they cost 50 ms per start and some megabytes.
  const { createBotApi } = await import('../telegram/api/bot-api.ts')
  const botName = createBotName(createBotApi({ token, root, timeoutSeconds: 5 }), now)
  const { TELEGRAM_OIDC_CLIENT_ID: clientId, TELEGRAM_OIDC_CLIENT_SECRET: clientSecret } = config
  const { TELEGRAM_OIDC_ISSUER: issuer } = config
  const { createOidcClient } = await import('../telegram/sign-in/oidc.ts')
  return (siteUrl) => {
    const bot = botOf(siteUrl)
    const redirectUri = `${siteUrl}${paths.telegramSignedIn}`
    return {
      token,
      botName,
      webhook: hook
        ? { secret: webhookSecretOf(shared), handleUpdate: (update) => handleUpdate(bot, update) }
        : undefined,
      oidc:
        clientId && clientSecret ? createOidcClient({ issuer, clientId, clientSecret, redirectUri, now }) : undefined,
    }
  }
}

export function webhookSecretOf({ config }: Pick<Shared, 'config'>): string {
  return webhookSecret(readSecret(config.dataDir, config.SECRET))
}
