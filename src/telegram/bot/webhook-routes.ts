import { Hono } from 'hono'
import { isSame, sign } from '../../auth/secrets/token.ts'
import { anyone } from '../../http/access.ts'
import { limitBody } from '../../http/body.ts'
import type { AppEnv } from '../../http/env.ts'
import { AppError, NotFoundError } from '../../http/errors.ts'
import { paths } from '../../paths.ts'
import type { TelegramDeps } from '../telegram-deps.ts'

/** Max size of an update, bytes: ten times the longest message with all its entities. */
const updateBytes = 256 * 1024

/** Derives the secret that Telegram sends with each update from the installation's secret: 43 allowed characters. */
export function webhookSecret(secret: string): string {
  return sign(secret, 'telegram-webhook', 'updates')
}

/**
 * Receives updates from Telegram. Answers when an update has taken effect, which waits only for a database write: an
 * answered update is never lost, and Telegram sends any unanswered update again.
 */
export function webhookRoutes({ telegram }: Pick<TelegramDeps, 'telegram'>) {
  return new Hono<AppEnv>().post(paths.telegramWebhook, anyone, limitBody(updateBytes), async (c) => {
    const webhook = telegram?.webhook
    if (!webhook) throw new NotFoundError(c.req.path)
    const shown = c.req.header('x-telegram-bot-api-secret-token') ?? ''
    if (!isSame(Buffer.from(shown), Buffer.from(webhook.secret))) throw new AppError(401, 'Wrong webhook secret.')
    const { status } = await webhook.handleUpdate(await c.req.json().catch(() => undefined))
    if (status === 'unreadable') throw new AppError(400, 'The request body is not a Telegram update.')
    return c.body(null, 200)
  })
}
