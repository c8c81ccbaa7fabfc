import type { AccountDeps } from '../account/account-deps.ts'
import type { TakenUpdate } from './bot/take-update.ts'
import type { OidcClient } from './sign-in/oidc.ts'

/** What the site knows of its bot. */
export interface TelegramSite {
  /** Without the `@`; undefined while Telegram does not answer */
  botName(): Promise<string | undefined>
  /** Undefined where the bot polls instead */
  webhook: Webhook | undefined
  /** Signs what the bot's own pages are opened with */
  token: string
  /** Undefined where signing in with Telegram is not configured */
  oidc: OidcClient | undefined
}

export interface Webhook {
  /** What Telegram shows that it is Telegram */
  secret: string
  take(update: unknown): Promise<TakenUpdate>
}

export interface TelegramDeps extends AccountDeps {
  /** Undefined where no bot is connected */
  telegram: TelegramSite | undefined
}
