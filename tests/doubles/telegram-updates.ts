import { type Params, Refusal, readJson } from './telegram-messages.ts'
import { createWebhook, type Hook, type Update } from './telegram-webhook.ts'

/** A user of the bot, as in updates */
interface Person {
  id: number
  is_bot: boolean
  first_name: string
  username?: string
  language_code?: string
}

export interface TelegramUpdates {
  methods: Record<string, (params: Params) => unknown>
  /** Adds an update, which is delivered by long poll or webhook. @returns its update_id */
  push(update: Record<string, unknown>): Promise<number>
  /** Sends a message from a user to the bot. */
  write(from: Pick<Person, 'id'> & Partial<Person>, text: string): Promise<number>
  /** Returns the user as in their last message */
  personOf(id: number): Person
  close(): void
}

export interface UpdatesOptions {
  now(): number
  /** Duration of one second of the webhook's retry delays, ms */
  webhookStepMs: number
}

/**
 * Delivers updates by long poll to one consumer at a time, or by a webhook with its secret; repeats unconfirmed
 * updates.
 */
export function createUpdates({ now, webhookStepMs }: UpdatesOptions): TelegramUpdates {
  const waiting: Update[] = []
  let lastUpdate = 0
  let lastMessage = 1_000_000
  let hook: Hook | undefined
  /** `last_error_message` and its date in seconds: Telegram keeps both after deliveries succeed again. */
  let lastError: Record<string, unknown> = {}
  let poll: { end: (updates: Update[]) => void; conflict: () => void } | undefined

  const people = new Map<number, Person>()
  const personOf = (id: number) => people.get(id) ?? { id, is_bot: false, first_name: `User ${id}` }

  const webhook = createWebhook({
    stepMs: webhookStepMs,
    done: (update) => waiting.splice(waiting.indexOf(update), 1),
    failed: (words) => {
      lastError = { last_error_date: Math.floor(now() / 1000), last_error_message: words }
    },
  })
  const setHook = (next: Hook | undefined) => {
    hook = next
    webhook.set(next)
    if (next) for (const update of waiting) webhook.bring(update)
  }
  const push = async (content: Record<string, unknown>): Promise<number> => {
    const update = { update_id: ++lastUpdate, ...content }
    waiting.push(update)
    if (hook) await webhook.bring(update)
    else poll?.end(waiting)
    return update.update_id
  }
  const getUpdates = (params: Params) => {
    if (hook) {
      throw new Refusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      )
    }
    poll?.conflict()
    const offset = Number(params.offset ?? 0)
    while (waiting[0] && waiting[0].update_id < offset) waiting.shift()
    const limit = Math.min(100, Number(params.limit ?? 100))
    if (waiting.length > 0 || Number(params.timeout ?? 0) === 0) return waiting.slice(0, limit)
    return new Promise<Update[]>((resolve, reject) => {
      const timer = setTimeout(() => finish([]), Math.min(50, Number(params.timeout)) * 1000)
      const finish = (updates: Update[]) => {
        clearTimeout(timer)
        poll = undefined
        resolve(updates.slice(0, limit))
      }
      const conflict = () => {
        clearTimeout(timer)
        reject(
          new Refusal(
            409,
            'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
          ),
        )
      }
      poll = { end: finish, conflict }
    })
  }
  return {
    methods: {
      getUpdates,
      setWebhook: ({ url, secret_token }) => {
        const secret = secret_token === undefined ? undefined : String(secret_token)
        if (secret !== undefined && !/^[\w-]{1,256}$/.test(secret)) {
          throw new Refusal(400, 'Bad Request: secret token contains unallowed characters')
        }
        lastError = {}
        setHook(url ? { url: String(url), secret } : undefined)
        return true
      },
      getWebhookInfo: () => ({
        url: hook?.url ?? '',
        has_custom_certificate: false,
        pending_update_count: waiting.length,
        ...(hook && lastError),
      }),
      deleteWebhook: (params) => {
        setHook(undefined)
        if (readJson(params.drop_pending_updates)) waiting.length = 0
        return true
      },
    },
    push,
    personOf,
    write: (given, text) => {
      const { id } = given
      const from = { language_code: 'ru', ...personOf(id), ...given }
      people.set(id, from)
      const { first_name } = from
      const command = /^\/\w+/.exec(text)?.[0].length
      const entities = command === undefined ? [] : [{ type: 'bot_command', offset: 0, length: command }]
      const chat = { id, type: 'private', first_name }
      const date = Math.floor(now() / 1000)
      return push({ message: { message_id: ++lastMessage, date, from, chat, text, entities } })
    },
    close: () => {
      webhook.close()
      poll?.end([])
    },
  }
}
