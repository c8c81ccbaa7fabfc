/** Outcomes that are looked at, the newest */
const span = 40
/** So many of them bad ones are no chance: something is wrong with more than some recipients. */
const minBad = 20
/** So many chats among them that refuse the message are no chance either: all will. */
const minRefusing = 3

/** Broadcasts at once; the least recently noted leaves. */
const mostShares = 100

export interface Noted {
  chatId: number
  /** `refused` is of the message, `bad` of nothing that is known */
  kind: 'sent' | 'bad' | 'refused' | 'other'
}

interface Share {
  recent: Noted[]
  hasSent: boolean
}

/** Of each broadcast that this process sends. */
export function createFailureShare(): {
  /** @returns why it is time to stop; it is then forgotten */
  note(id: string, noted: Noted): 'errors' | 'content' | undefined
} {
  const known = new Map<string, Share>()
  return {
    note: (id, noted) => {
      const { recent = [], hasSent = false } = known.get(id) ?? {}
      const share = { recent: [...recent, noted].slice(-span), hasSent: hasSent || noted.kind === 'sent' }
      const reason = whyStop(share)
      known.delete(id)
      if (!reason) known.set(id, share)
      const [oldest] = known.keys()
      if (known.size > mostShares && oldest !== undefined) known.delete(oldest)
      return reason
    },
  }
}

function whyStop({ recent, hasSent }: Share): 'errors' | 'content' | undefined {
  if (recent.filter(({ kind }) => kind === 'bad').length >= minBad) return 'errors'
  const refusals = recent.filter(({ kind }) => kind === 'refused')
  const chats = new Set(refusals.map(({ chatId }) => chatId))
  // An audience of one or two: each refuses twice.
  const isAll = !hasSent && refusals.length > chats.size
  return chats.size >= minRefusing || isAll ? 'content' : undefined
}
