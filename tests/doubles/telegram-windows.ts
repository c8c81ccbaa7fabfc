/** Rate limits per token and per chat, with sliding windows; refused requests are not counted. Times in ms. */
export interface SendWindows {
  /** @returns seconds to wait, or undefined when the message may be sent now */
  take(chatId: string, now: number): number | undefined
  /** Max number of messages accepted in any second so far */
  readonly busiest: number
}

export interface WindowLimits {
  /** Max messages per second of one token */
  perSecond: number
  /** Max messages per second to one chat; short bursts beyond it are accepted */
  perChat: number
}

export function createWindows(limits: WindowLimits): SendWindows {
  const sent: number[] = []
  const byChat = new Map<string, number[]>()
  let busiest = 0
  const within = (times: number[], now: number) => {
    while (times.length > 0 && (times[0] ?? 0) <= now - 1000) times.shift()
    return times.length
  }
  return {
    take: (chatId, now) => {
      const chat = byChat.get(chatId) ?? []
      byChat.set(chatId, chat)
      if (within(sent, now) >= limits.perSecond || within(chat, now) >= limits.perChat) return 1
      sent.push(now)
      chat.push(now)
      busiest = Math.max(busiest, sent.length)
      return undefined
    },
    get busiest() {
      return busiest
    },
  }
}
