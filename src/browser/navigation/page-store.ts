interface Page {
  /** Final address after redirects, without a hash */
  address: string
  html: string
  /** ETag by which the server knows whether the page has changed; null if it sent none */
  tag: string | null
}

/** Undefined if only the browser itself can go there: not a page, an error, another site. */
export type Answer = Page | undefined

export interface PageQuery {
  address: string
  /** Without the frame, which the browser already has */
  isPart: boolean
  priority: RequestPriority
  /** ETag of the previous response */
  tag: string | null
}

/** `same` means that the tag is still valid. */
export type FetchPage = (wish: PageQuery) => Promise<Answer | 'same'>

interface StoredPage {
  response: Promise<Answer>
  page: Answer
  answeredAt: number
}

/** Max number of pages, and max characters of all of them */
const most = { pages: 64, size: 4_000_000 }
/** How long a response counts as current, ms: an edit is shown within a second */
export const freshMs = 1000

/** Requested pages, least recently used first. */
export function createPageStore(fetchPage: FetchPage, now: () => number) {
  const kept = new Map<string, StoredPage>()

  const ask = (key: string, wish: PageQuery) => {
    const before = kept.get(key)?.page
    const settle = async () => {
      const answer = await fetchPage({ ...wish, tag: before?.tag ?? null })
      return answer === 'same' ? before : answer
    }
    const entry: StoredPage = { response: settle(), page: undefined, answeredAt: Number.POSITIVE_INFINITY }
    kept.delete(key)
    kept.set(key, entry)
    entry.response.then((answer) => {
      entry.page = answer
      entry.answeredAt = now()
      // A failed request may succeed the next time.
      if (!answer && kept.get(key) === entry) kept.delete(key)
      removeOldest(kept)
    })
    return entry.response
  }

  return {
    /** Current version: from a response not older than `freshMs`, a pending request or a new one. */
    take(address: string, isPart: boolean): Promise<Answer> {
      const key = keyOf(address, isPart)
      const known = kept.get(key)
      // A whole page also sets the reader's language on the server, so it is requested each time.
      if (known && now() - known.answeredAt < (isPart ? freshMs : 0)) return known.response
      return ask(key, { address, isPart, priority: 'high', tag: null })
    },
    /** For later use: whatever its age, it is revalidated before it is shown. */
    keep(address: string, isPart: boolean): Promise<Answer> {
      const key = keyOf(address, isPart)
      return kept.get(key)?.response ?? ask(key, { address, isPart, priority: 'low', tag: null })
    },
    /** Called on another build or another signed-in user: nothing cached before may be shown. */
    forget: () => kept.clear(),
    size: () => kept.size,
  }
}

const keyOf = (address: string, isPart: boolean) => `${isPart ? 'part' : 'whole'} ${address}`

function removeOldest(kept: Map<string, StoredPage>): void {
  let size = [...kept.values()].reduce((sum, { page }) => sum + (page?.html.length ?? 0), 0)
  for (const [key, { page }] of kept) {
    if (kept.size <= most.pages && size <= most.size) return
    kept.delete(key)
    size -= page?.html.length ?? 0
  }
}
