import { subscriberIn } from './subscriber-names.ts'

type Update = Record<string, unknown> & { update_id: number }

interface Click {
  chatId: number
  messageId: number
  data: string
  afterMs: number
}

interface Poll {
  offset: number
  limit: number
  /** Max duration of the poll, seconds */
  timeout: number
}

/** Max number of pending clicks; further clicks are dropped. */
const maxClicks = 1000

/**
 * Creates a queue of chat updates for one poll at a time. @param firstId  larger than any ID of an earlier start,
 * because IDs must be unique
 */
export function createUpdateQueue(firstId: number) {
  let nextId = firstId
  let waiting: Update[] = []
  let endPoll: (() => void) | undefined
  const clicks = new Set<ReturnType<typeof setTimeout>>()

  const push = ({ chatId, messageId, data }: Click) => {
    const { firstName, lastName, locale } = subscriberIn(chatId) ?? { firstName: '', lastName: '', locale: 'ru' }
    const from = { id: chatId, is_bot: false, first_name: firstName, last_name: lastName, language_code: locale }
    const message = { message_id: messageId, chat: { id: chatId, type: 'private' } }
    const update_id = nextId++
    waiting.push({ update_id, callback_query: { id: `demo-${update_id}`, from, data, message } })
    endPoll?.()
  }
  return {
    click: (click: Click) => {
      if (click.afterMs <= 0) return push(click)
      if (clicks.size >= maxClicks) return
      const timer = setTimeout(() => {
        clicks.delete(timer)
        push(click)
      }, click.afterMs)
      timer.unref()
      clicks.add(timer)
    },
    poll: async ({ offset, limit, timeout }: Poll): Promise<Update[]> => {
      waiting = waiting.filter(({ update_id }) => update_id >= offset)
      endPoll?.()
      if (waiting.length === 0 && timeout > 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, timeout * 1000)
        endPoll = resolve
        await promise
        clearTimeout(timer)
        if (endPoll === resolve) endPoll = undefined
      }
      return waiting.slice(0, limit)
    },
    take: (): Update[] => {
      const taken = waiting
      waiting = []
      return taken
    },
    close: () => {
      for (const timer of clicks) clearTimeout(timer)
      endPoll?.()
    },
  }
}
