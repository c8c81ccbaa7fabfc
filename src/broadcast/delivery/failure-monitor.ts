/** Number of newest outcomes considered */
const span = 40
/** This many bad outcomes are no coincidence: more than single recipients are affected. */
const minBad = 20
/** This many chats refusing the message are no coincidence either: all will refuse it. */
const minRefusing = 3

/** Max broadcasts tracked; the least recently noted is evicted. */
const maxShares = 100

export interface ChatOutcome {
  chatId: number
  /** `refused`: Telegram refuses the message; `bad`: a failure with an unknown cause */
  kind: 'sent' | 'bad' | 'refused' | 'other'
}

interface Share {
  recent: ChatOutcome[]
  hasSent: boolean
}

/** Tracks the recent outcomes of each broadcast that this process sends. */
export function createFailureMonitor(): {
  /** @returns the reason to stop the broadcast, whose outcomes are then forgotten */
  note(id: string, outcome: ChatOutcome): 'errors' | 'content' | undefined
} {
  const known = new Map<string, Share>()
  return {
    note: (id, outcome) => {
      const { recent = [], hasSent = false } = known.get(id) ?? {}
      const share = { recent: [...recent, outcome].slice(-span), hasSent: hasSent || outcome.kind === 'sent' }
      const reason = stopReason(share)
      known.delete(id)
      if (!reason) known.set(id, share)
      const [oldest] = known.keys()
      if (known.size > maxShares && oldest !== undefined) known.delete(oldest)
      return reason
    },
  }
}

function stopReason({ recent, hasSent }: Share): 'errors' | 'content' | undefined {
  if (recent.filter(({ kind }) => kind === 'bad').length >= minBad) return 'errors'
  const refusals = recent.filter(({ kind }) => kind === 'refused')
  const chats = new Set(refusals.map(({ chatId }) => chatId))
  // An audience of one or two chats: each refuses twice.
  const isAll = !hasSent && refusals.length > chats.size
  return chats.size >= minRefusing || isAll ? 'content' : undefined
}
