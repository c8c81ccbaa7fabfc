import type { ApiOutcome } from './outcome.ts'

/** Answers that are looked at, the newest */
const span = 40
/** So many in a row that Telegram knows none of are no chance: these are the subscribers of another bot. */
const mostInRow = 20

export interface Meeting {
  /** Whether a chat that Telegram does not know is one that is gone */
  isBelieved: boolean
  /** Whether it is time to stop; the row is then begun anew */
  isTime: boolean
}

/**
 * Whether the bot is the one that these people subscribed to: of another bot's token nobody would be left, were every chat
 * believed gone that this one does not know.
 */
export function createStrangers(): { meet(outcome: ApiOutcome): Meeting } {
  let recent: boolean[] = []
  let inRow = 0
  const note = (isMet: boolean) => {
    recent = [...recent, isMet].slice(-span)
    inRow = isMet ? 0 : inRow + 1
  }
  return {
    meet: (outcome) => {
      const kind = outcome.status === 'refused' ? outcome.kind : outcome.status
      if (kind === 'unreachable') {
        note(false)
        const isTime = inRow >= mostInRow
        if (isTime) inRow = 0
        return { isBelieved: recent.filter(Boolean).length * 2 >= recent.length, isTime }
      }
      // What says nothing of the chat tells nothing of whose it is.
      if (kind === 'sent' || kind === 'blocked' || kind === 'gone') note(true)
      return { isBelieved: true, isTime: false }
    },
  }
}
