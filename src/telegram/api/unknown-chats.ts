import type { ApiOutcome } from './outcome.ts'

/** Number of newest answers by which the verdict is made */
const span = 40
/** Number of unknown chats in a row that is no coincidence: the chats are subscribers of another bot. */
const maxInRow = 20

export interface UnknownChatVerdict {
  /** Whether a chat that Telegram reports as unknown can be considered gone */
  isCredible: boolean
  /** Whether the caller should stop sending now; the count of unknown chats in a row is then reset */
  shouldStop: boolean
}

/**
 * Detects that the token is the one of another bot: if all chats that this bot does not know were considered gone, no
 * subscriber would be left.
 */
export function createUnknownChatMonitor(): { check(outcome: ApiOutcome): UnknownChatVerdict } {
  let recent: boolean[] = []
  let inRow = 0
  const note = (isMet: boolean) => {
    recent = [...recent, isMet].slice(-span)
    inRow = isMet ? 0 : inRow + 1
  }
  return {
    check: (outcome) => {
      const kind = outcome.status === 'refused' ? outcome.kind : outcome.status
      if (kind === 'unreachable') {
        note(false)
        const shouldStop = inRow >= maxInRow
        if (shouldStop) inRow = 0
        return { isCredible: recent.filter(Boolean).length * 2 >= recent.length, shouldStop }
      }
      // Outcomes other than these do not show which bot the chat has subscribed to.
      if (kind === 'sent' || kind === 'blocked' || kind === 'gone') note(true)
      return { isCredible: true, shouldStop: false }
    },
  }
}
