export interface Page {
  /** Where it was found in the end, without a hash */
  address: string
  html: string
  /** By which the server knows whether it is still this; null while it does not say one */
  tag: string | null
}

/** Undefined where only the browser itself can go there: no page, an error, another site. */
export type Answer = Page | undefined

export interface Wish {
  address: string
  /** Without what is around the page already */
  isPart: boolean
  priority: RequestPriority
  /** What the page was when it was asked for before */
  tag: string | null
}

/** `same` says that the tag still holds. */
export type FetchPage = (wish: Wish) => Promise<Answer | 'same'>

interface Kept {
  asked: Promise<Answer>
  page: Answer
  answeredAt: number
}

/** Pages, and characters of all of them */
const most = { pages: 64, size: 4_000_000 }
/** So long an answer counts as what the site says now, ms: an edit is shown within a second */
export const freshMs = 1000

/** Pages that were asked for, the least recently asked for first. */
export function createKeptPages(fetchPage: FetchPage, now: () => number) {
  const kept = new Map<string, Kept>()

  const ask = (key: string, wish: Wish) => {
    const before = kept.get(key)?.page
    const settle = async () => {
      const answer = await fetchPage({ ...wish, tag: before?.tag ?? null })
      return answer === 'same' ? before : answer
    }
    const entry: Kept = { asked: settle(), page: undefined, answeredAt: Number.POSITIVE_INFINITY }
    kept.delete(key)
    kept.set(key, entry)
    entry.asked.then((answer) => {
      entry.page = answer
      entry.answeredAt = now()
      // What could not be had may be there the next time.
      if (!answer && kept.get(key) === entry) kept.delete(key)
      removeOldest(kept)
    })
    return entry.asked
  }

  return {
    /** As the site says it now: from an answer of just now, one that is on its way, or asked for. */
    take(address: string, isPart: boolean): Promise<Answer> {
      const key = keyOf(address, isPart)
      const known = kept.get(key)
      // A whole one tells the server the reader's language, each time.
      if (known && now() - known.answeredAt < (isPart ? freshMs : 0)) return known.asked
      return ask(key, { address, isPart, priority: 'high', tag: null })
    },
    /** For later: however old, it is confirmed before it is shown. */
    keep(address: string, isPart: boolean): Promise<Answer> {
      const key = keyOf(address, isPart)
      return kept.get(key)?.asked ?? ask(key, { address, isPart, priority: 'low', tag: null })
    },
    /** Another build, or somebody else who is signed in: nothing of before is shown. */
    forget: () => kept.clear(),
    size: () => kept.size,
  }
}

const keyOf = (address: string, isPart: boolean) => `${isPart ? 'part' : 'whole'} ${address}`

function removeOldest(kept: Map<string, Kept>): void {
  let size = [...kept.values()].reduce((sum, { page }) => sum + (page?.html.length ?? 0), 0)
  for (const [key, { page }] of kept) {
    if (kept.size <= most.pages && size <= most.size) return
    kept.delete(key)
    size -= page?.html.length ?? 0
  }
}
