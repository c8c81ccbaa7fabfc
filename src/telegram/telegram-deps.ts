import type { AccountDeps } from '../account/account-deps.ts'
import type { UpdateOutcome } from './bot/handle-update.ts'
import type { OidcClient } from './sign-in/oidc.ts'

/** The bot as the site sees it. */
export interface TelegramSite {
  /** Without the `@`; undefined while Telegram does not answer */
  botName(): Promise<string | undefined>
  /** Undefined if the bot polls instead */
  webhook: Webhook | undefined
  /** Signs the data that Mini Apps are opened with */
  token: string
  /** Undefined if sign-in with Telegram is not configured */
  oidc: OidcClient | undefined
}

interface Webhook {
  /** Secret by which Telegram identifies itself */
  secret: string
  handleUpdate(update: unknown): Promise<UpdateOutcome>
}

export interface TelegramDeps extends AccountDeps {
  /** Undefined without a connected bot */
  telegram: TelegramSite | undefined
}
