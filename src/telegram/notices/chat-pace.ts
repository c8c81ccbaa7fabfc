/**
 * ms from an answer of Telegram to the next message for its chat: a second, and what clocks differ by.
 * Source: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
 */
const everyMs = 1050

/**
 * Chats that were told something within the last second. One that is sent more is refused for being too many, and with it
 * the bot for everybody: no stranger who presses buttons quickly is to hold up a broadcast.
 */
export function createChatPace(steady: () => number = () => performance.now()): {
  sent(chatId: number): void
  /** Memory is what a second's messages are. */
  busy(): number[]
} {
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
