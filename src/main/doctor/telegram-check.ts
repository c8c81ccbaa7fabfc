import { z } from 'zod'
import type { Config } from '../../config.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import type { ApiOutcome } from '../../telegram/api/outcome.ts'
import { webhookUrl } from '../../telegram/bot/bot-settings.ts'
import { failureText } from '../../telegram/bot/failure-text.ts'
import { type Line, ok } from './check.ts'
import type { ClockReading } from './machine-check.ts'

export interface TelegramCheck {
  lines: Line[]
  reading?: ClockReading | undefined
}

type Settings = Pick<Config, 'ROLES' | 'TELEGRAM_API_ROOT' | 'TELEGRAM_WEBHOOK'>

const patienceSeconds = 4
const aboutBot = z.object({ id: z.int(), username: z.string() })
/** Webhook state, see https://core.telegram.org/bots/api#webhookinfo; dates are in seconds */
const webhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.int(),
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
})

/** Queries the bot's identity and, if this process receives updates, their delivery mode. Read-only. */
export async function checkTelegram(
  token: string,
  settings: Settings,
  now: () => number = Date.now,
): Promise<TelegramCheck> {
  const { ROLES, TELEGRAM_API_ROOT: root, TELEGRAM_WEBHOOK: configured } = settings
  const host = new URL(root ?? 'https://api.telegram.org').host
  const askedAt = now()
  let reading: ClockReading | undefined
  const onDate = (time: number) => {
    reading ??= { by: host, time, roundedMs: 1000, askedAt, heardAt: now() }
  }
  const api = createBotApi({ token, root, timeoutSeconds: patienceSeconds, onDate })
  const receivesUpdates = ROLES.includes('telegram') || configured !== undefined
  const [me, webhook] = await Promise.all([
    api.call('getMe', {}),
    receivesUpdates ? api.call('getWebhookInfo', {}) : Promise.resolve(undefined),
  ])
  const lines = [botLine(me, host, api.botId)]
  if (webhook && lines.every(([, state]) => state === ok)) lines.push(updatesLine(webhook, configured))
  // Masks the token: other programs put it into their webhook URLs, and Telegram quotes the request in errors.
  return { lines: lines.map(([what, state]) => [what, state.replaceAll(token, '…')]), reading }
}

function botLine(me: ApiOutcome, host: string, botId: number): Line {
  if (me.status !== 'sent') return ['Telegram', failureOf(me, host)]
  const bot = aboutBot.safeParse(me.result).data
  if (!bot) return ['Telegram', `${host} does not answer as Telegram does.\nCorrect TELEGRAM_API_ROOT.`]
  if (bot.id === botId) return [`Telegram, @${bot.username}`, ok]
  const bots = `${host} answers for the bot ${bot.id}, @${bot.username}, and TELEGRAM_TOKEN is of ${botId}`
  return ['Telegram', `${bots}.\nCorrect TELEGRAM_API_ROOT or TELEGRAM_TOKEN.`]
}

function failureOf(outcome: Exclude<ApiOutcome, { status: 'sent' }>, host: string): string {
  const words = failureText(outcome)
  if (outcome.status === 'too-many') return words
  if (outcome.status === 'refused') {
    return outcome.kind === 'revoked' ? `${words}.\nCopy it from @BotFather, whole.` : `${host} refuses: ${words}`
  }
  return `no answer from ${host} (${words}).\nSee whether this machine reaches it; a server tries again by itself.`
}

function updatesLine(outcome: ApiOutcome, configured: string | undefined): Line {
  const what = 'Telegram, updates'
  if (outcome.status !== 'sent') return [what, failureText(outcome)]
  const info = webhookInfo.safeParse(outcome.result).data
  if (!info) return [what, 'what is said of the webhook cannot be read']
  const fault = configured ? faultOfWebhook(info, webhookUrl(configured)) : faultOfPolling(info)
  return fault === undefined ? [`${what} ${configured ? 'by webhook' : 'by polling'}`, ok] : [what, fault]
}

type WebhookInfo = z.infer<typeof webhookInfo>

function faultOfPolling({ url }: WebhookInfo): string | undefined {
  if (url === '') return undefined
  return (
    `Telegram sends updates to a webhook at ${placeOf(url)}, but polling is configured.\nA start of the role "telegram" ` +
    'removes that webhook. If it is yours, set TELEGRAM_WEBHOOK; if somebody else needs it, use another bot.'
  )
}

function faultOfWebhook(info: WebhookInfo, expected: string): string | undefined {
  if (info.url !== expected) {
    const [found, wanted] = [placeOf(info.url), placeOf(expected)]
    const where = info.url === '' ? 'not set' : `at ${found === wanted ? 'another path of ' : ''}${found}`
    return (
      `Telegram's webhook is ${where}, but TELEGRAM_WEBHOOK is at ${wanted}.\nA start of the role "telegram" sets it. ` +
      'If such a process runs, its log says why it could not, or another program uses the same bot.'
    )
  }
  // Ignores the last error without pending updates: Telegram keeps it after deliveries succeed again.
  if (info.last_error_message === undefined || info.pending_update_count === 0) return undefined
  const at = new Date((info.last_error_date ?? 0) * 1000).toISOString()
  return (
    `${info.pending_update_count} wait, since Telegram could not bring them to ${placeOf(expected)}: ` +
    `"${info.last_error_message}", last at ${at}.\nSee whether that address is reached from the internet, with a valid certificate.`
  )
}

/** Returns only the host of a URL, because the path may be a secret of another program. */
function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read'
}
