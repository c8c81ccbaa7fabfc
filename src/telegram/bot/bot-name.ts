import { z } from 'zod'
import type { BotApi } from '../api/bot-api.ts'

const aboutBot = z.object({ username: z.string() })

/** Time before a retry if Telegram did not answer, ms */
const retryMs = 30_000

/** Returns a function that fetches the bot's name once; concurrent callers wait for the same answer. */
export function createBotName(api: BotApi, now: () => number): () => Promise<string | undefined> {
  let pending: { at: number; name: Promise<string | undefined> } | undefined
  let known: string | undefined
  const ask = async () => {
    const outcome = await api.call('getMe', {})
    known = outcome.status === 'sent' ? aboutBot.parse(outcome.result).username : undefined
    return known
  }
  return async () => {
    if (known !== undefined) return known
    if (!pending || now() - pending.at >= retryMs) pending = { at: now(), name: ask() }
    return pending.name
  }
}
