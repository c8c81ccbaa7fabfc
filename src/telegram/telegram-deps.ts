import type { AccountDeps } from '../account/account-deps.ts'
import type { UpdateOutcome } from './bot/handle-update.ts'
import type { OidcClient } from './sign-in/oidc.ts'

/** The bot as the site sees it: its name, webhook, token and sign-in. */
export interface TelegramSite {
  /** Returns the bot's user name without the `@`; undefined while Telegram does not answer */
  botName(): Promise<string | undefined>
  /** Webhook that receives updates; undefined if the bot polls instead */
  webhook: Webhook | undefined
  /** Token of the bot, by which the data that Mini Apps are opened with is checked */
  token: string
  /** Client for the sign-in with Telegram; undefined if it is not configured */
  oidc: OidcClient | undefined
}

interface Webhook {
  /** Secret by which Telegram identifies itself */
  secret: string
  handleUpdate(update: unknown): Promise<UpdateOutcome>
}

export interface TelegramDeps extends AccountDeps {
  /** The connected bot; undefined if there is none */
  telegram: TelegramSite | undefined
}
