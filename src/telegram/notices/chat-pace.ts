/**
 * ms from Telegram's answer to the next message to the same chat: a second, and the difference between clocks.
 * Source: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
const everyMs = 1050

/** Chats that got a message within the last second. */
export interface ChatPace {
  sent(chatId: number): void
  busy(): number[]
}

/**
 * Telegram refuses further messages to a chat, and then limits the whole bot: a person who presses buttons quickly must
 * not hold up a broadcast. Remembers only a second's messages.
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
