/** Answers that are looked at, the newest */
const span = 40
/** So many in a row that Telegram knows none of are no chance: these are the subscribers of another bot. */
const mostInRow = 20

/**
 * Whether a chat that Telegram does not know is one that is gone, or the bot is not the one that these people subscribed
 * to: of another bot's token nobody would be left.
 */
export function createStrangers(): {
  /** Telegram knows this chat as one of the bot's, whatever else it says. */
  met(): void
  /** @returns whether that is to be believed, and whether it is time to stop; the row is then begun anew */
  unmet(): { isBelieved: boolean; isTime: boolean }
} {
  let recent: boolean[] = []
  let inRow = 0
  const note = (isMet: boolean) => {
    recent = [...recent, isMet].slice(-span)
    inRow = isMet ? 0 : inRow + 1
  }
  return {
    met: () => note(true),
    unmet: () => {
      note(false)
      const isTime = inRow >= mostInRow
      if (isTime) inRow = 0
      return { isBelieved: recent.filter(Boolean).length * 2 >= recent.length, isTime }
    },
  }
}
