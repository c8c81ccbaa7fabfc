import type { ApiOutcome } from './outcome.ts'

/** Number of newest answers considered */
const span = 40
/** This many unknown chats in a row are no coincidence: they are the subscribers of another bot. */
const maxInRow = 20

export interface UnknownChatVerdict {
  /** Whether a chat unknown to Telegram can be considered gone */
  isCredible: boolean
  /** Whether to stop now; the count in a row is then reset */
  shouldStop: boolean
}

/**
 * Detects the token of another bot: if every chat that it does not know were considered gone, no subscriber would be
 * left.
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
      // Other outcomes do not show whose subscriber the chat is.
      if (kind === 'sent' || kind === 'blocked' || kind === 'gone') note(true)
      return { isCredible: true, shouldStop: false }
    },
  }
}
