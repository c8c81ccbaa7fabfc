/** Why the server does not have the current content */
export type Trouble = 'unreachable' | 'signedOut' | 'conflict' | 'refused'

/** `local`: there is no draft on the server yet, only the browser's own copy */
export type Saving = { name: 'idle' | 'local' | 'unsaved' | 'saving' | 'saved' } | { name: 'failed'; trouble: Trouble }

export interface DraftSaverOptions {
  /** Sends the current content; never throws. Undefined without a draft to save to */
  send: (() => Promise<'saved' | Trouble>) | undefined
  /** @returns a function that cancels it */
  later(run: () => void, ms: number): () => void
  onSaving(saving: Saving): void
  /** Called when the server has everything */
  onAllSaved(): void
}

export interface DraftSaver {
  changed(): void
  /** Saves without waiting: when the connection is back, or on request */
  flush(): Promise<void>
  close(): void
}

/** ms after the last change */
const pauseMs = 800
/** ms between retries while the server is unreachable */
const retries = [2000, 5000, 15_000, 30_000]

/** Sends one request at a time; changes made meanwhile are sent by another one. */
export function createDraftSaver({ send, later, onSaving, onAllSaved }: DraftSaverOptions): DraftSaver {
  let changes = 0
  let savedChanges = 0
  let tries = 0
  let isBusy = false
  let isClosed = false
  let cancel = () => {}

  const wait = (ms: number) => {
    cancel()
    cancel = later(flush, ms)
  }
  const fail = (trouble: Trouble) => {
    onSaving({ name: 'failed', trouble })
    // Nobody can fix a lost connection or, in this tab, a lost session, so retry.
    if (trouble === 'unreachable' || trouble === 'signedOut') wait(retries[Math.min(tries++, retries.length - 1)] ?? 0)
  }
  const flush = async (): Promise<void> => {
    if (!send || isBusy || isClosed || savedChanges === changes) return
    cancel()
    isBusy = true
    const sending = changes
    onSaving({ name: 'saving' })
    const outcome = await send()
    isBusy = false
    if (isClosed) return
    if (outcome !== 'saved') return fail(outcome)
    savedChanges = sending
    tries = 0
    if (savedChanges !== changes) return wait(pauseMs)
    onSaving({ name: 'saved' })
    onAllSaved()
  }
  return {
    changed: () => {
      changes++
      onSaving({ name: send ? 'unsaved' : 'local' })
      if (send && !isBusy) wait(pauseMs)
    },
    flush,
    close: () => {
      isClosed = true
      cancel()
    },
  }
}
