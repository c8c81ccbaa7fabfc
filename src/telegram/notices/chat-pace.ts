/**
 * ms from an answer of Telegram to the next message for its chat: a second, and what clocks differ by.
 * Source: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
const everyMs = 1050

/** Chats that were told something within the last second. */
export interface ChatPace {
  sent(chatId: number): void
  busy(): number[]
}

/**
 * A chat that is sent more is refused for being too many, and with it the bot for everybody: no stranger who presses
 * buttons quickly is to hold up a broadcast. What it remembers is a second's messages.
 */
export function createChatPace(steady: () => number = () => performance.now()): ChatPace {
  /** Oldest first */
  const last = new Map<number, number>()
  return {
    sent: (chatId) => {
      last.delete(chatId)
      last.set(chatId, steady())
    },
    busy: () => {
      for (const [chatId, at] of last) {
        if (steady() - at < everyMs) break
        last.delete(chatId)
      }
      return [...last.keys()]
    },
  }
}
