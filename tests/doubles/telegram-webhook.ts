import { z } from 'zod'

export type Update = { update_id: number } & Record<string, unknown>

/** URL and secret to which a webhook delivers */
export interface Hook {
  url: string
  secret: string | undefined
}

export interface TelegramWebhook {
  /** Sets or removes the webhook; aborts deliveries to the previous one. */
  set(hook: Hook | undefined): void
  /**
   * Delivers an update. Resolves after the first attempt, or when the update waits behind another update of the same
   * person.
   */
  bring(update: Update): Promise<void>
  close(): void
}

interface WebhookOptions {
  /** Duration of one second of Telegram's retry delays, ms */
  stepMs: number
  /** Called when the bot has confirmed an update. */
  done(update: Update): void
  /** Called with the error of a failed attempt, in Telegram's words. */
  failed(words: string): void
}

interface Tries {
  failed: number
  /** Delay before the next attempt, in steps */
  delay: number
}

/** Max delay between attempts, in steps */
const maxDelay = 60
const maxRetryAfter = 3600

const ofSomebody = z.object({ from: z.object({ id: z.number() }) })

/**
 * Delivers updates to a bot, those of one person in order. After a failure the webhook retries at once, then after 2,
 * 4, 8 s and so on, or as the bot's `Retry-After` says. Source: tdlib/telegram-bot-api, WebhookActor::on_update_error
 */
export function createWebhook({ stepMs, done, failed: tellFailed }: WebhookOptions): TelegramWebhook {
  let hook: Hook | undefined
  let queues = new Map<number | undefined, Update[]>()
  let timers = new Set<Timer>()

  const bringFirst = async (queue: Update[], { failed, delay }: Tries): Promise<void> => {
    const [update] = queue
    if (!hook || !update) return
    const to = hook
    const answer = await post(to, update)
    if (hook !== to) return
    if (answer?.ok) {
      queue.shift()
      done(update)
      return bringFirst(queue, { failed: 0, delay: 1 })
    }
    tellFailed(answer ? `Wrong response from the webhook: ${answer.status} ${answer.statusText}` : 'Connection refused')
    const asked = Math.min(maxRetryAfter, Number(answer?.headers.get('retry-after')) || 0)
    const next = asked > 0 || failed === 0 ? delay : Math.min(maxDelay, delay * 2)
    const again = () => {
      timers.delete(timer)
      bringFirst(queue, { failed: failed + 1, delay: next })
    }
    const timer = setTimeout(again, (asked || (failed === 0 ? 0 : next)) * stepMs)
    timers.add(timer)
  }
  const set = (next: Hook | undefined) => {
    for (const timer of timers) clearTimeout(timer)
    timers = new Set()
    queues = new Map()
    hook = next
  }
  return {
    set,
    bring: async (update) => {
      const person = personIn(update)
      const queue = queues.get(person) ?? []
      queues.set(person, queue)
      if (queue.push(update) === 1) await bringFirst(queue, { failed: 0, delay: 1 })
    },
    close: () => set(undefined),
  }
}

async function post({ url, secret }: Hook, update: Update): Promise<Response | undefined> {
  const headers = new Headers({ 'content-type': 'application/json' })
  if (secret) headers.set('x-telegram-bot-api-secret-token', secret)
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(update) }).catch(() => undefined)
}

function personIn(update: Update): number | undefined {
  const [found] = Object.values(update).flatMap((part) => ofSomebody.safeParse(part).data ?? [])
  return found?.from.id
}
