import { setTimeout as delay } from 'node:timers/promises'
import { Bot, GrammyError } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { z } from 'zod'
import { databaseTrouble } from '../../db/unwritable.ts'
import type { Logger } from '../../log/logger.ts'
import type { BotApi } from '../api/bot-api.ts'
import type { BotDeps } from './bot-deps.ts'
import { explanations, failureText } from './failure-text.ts'
import { handleUpdate } from './handle-update.ts'
import { updateKinds } from './update.ts'

export interface PollOptions {
  token: string
  apiRoot: string | undefined
  api: BotApi
  bot: BotDeps
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Time until a retry after a failure, ms; ten seconds by default */
  retryMs?: number
}

export interface Poll {
  /** Stops polling. Resolves when no update is being handled any longer. */
  close(): Promise<void>
}

/** Data of the bot itself, which the library requires; only the name is used here. */
const aboutBot = z.custom<UserFromGetMe>((me) => z.object({ id: z.int(), username: z.string() }).safeParse(me).success)

/** Receives the updates of a bot by long polling. Logs failures in plain words, and retries. */
export function pollUpdates(options: PollOptions): Poll {
  const { api, log, retryMs = 10_000 } = options
  const closing = new AbortController()
  let bot: Bot | undefined

  const follow = async () => {
    const me = await api.call('getMe', {}, closing.signal)
    if (closing.signal.aborted) return
    if (me.status !== 'sent') return log.warn('Not receiving Telegram updates', { reason: failureText(me), retryMs })
    bot = createBot(options, aboutBot.parse(me.result))
    const onStart = ({ username }: UserFromGetMe) => log.info('Receiving Telegram updates', { bot: `@${username}` })
    await bot.start({ allowed_updates: updateKinds, onStart })
  }
  const run = async () => {
    while (!closing.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (!closing.signal.aborted) logFailure(log, error, retryMs)
      })
      await delay(retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    close: async () => {
      closing.abort()
      // Stopping ends the poll at once. It also confirms received updates to Telegram, which is optional: updates that
      // are received again have no effect.
      void bot?.stop().catch(() => undefined)
      await running
    },
  }
}

/** Creates a new bot for each attempt, because a new bot requests all unconfirmed updates. */
function createBot({ token, apiRoot, bot: deps, log }: PollOptions, botInfo: UserFromGetMe): Bot {
  const bot = new Bot(token, {
    botInfo,
    client: {
      ...(apiRoot && { apiRoot: apiRoot.replace(/\/$/, '') }),
      // The timeout is longer than a poll lasts.
      timeoutSeconds: 45,
      // Bun interprets the library's `compress: true` as a request to compress the body.
      baseFetchConfig: { compress: false },
    },
  })
  bot.use(async ({ update }) => {
    await handleUpdate(deps, update)
  })
  bot.catch(({ error, ctx }) => {
    // After a database failure, Telegram sends the update again; an update that a bug fails on would come again
    // forever.
    if (databaseTrouble(error)) throw error
    log.error('Failed to process a Telegram update', error, { update: ctx.update.update_id })
  })
  return bot
}

function logFailure(log: PollOptions['log'], error: unknown, retryMs: number): void {
  const known = error instanceof GrammyError ? explanations[error.error_code] : undefined
  if (known) log.warn(known, { retryMs })
  else log.error('Polling for Telegram updates was interrupted', error, { retryMs })
}
