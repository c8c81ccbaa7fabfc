/** Why the server does not have what is on the screen. */
export type Trouble = 'unreachable' | 'signedOut' | 'conflict' | 'refused'

/** `local`: there is no draft on the server yet, the browser's own copy is all */
export type Saving = { name: 'idle' | 'local' | 'unsaved' | 'saving' | 'saved' } | { name: 'failed'; trouble: Trouble }

export interface DraftSaverOptions {
  /** Sends what is on the screen now; never throws. Undefined where there is no draft to save to */
  send: (() => Promise<'saved' | Trouble>) | undefined
  /** @returns what takes it back */
  later(run: () => void, ms: number): () => void
  onSaving(saving: Saving): void
  /** The server has everything */
  onWhole(): void
}

export interface DraftSaver {
  changed(): void
  /** Without waiting: when the connection is back, or somebody asks to */
  flush(): Promise<void>
  close(): void
}

/** After the last change, ms */
const pauseMs = 800
/** Between tries while the server cannot be reached, ms */
const retries = [2000, 5000, 15_000, 30_000]

/** One request at a time, which is followed by another if something has changed meanwhile. */
export function createDraftSaver({ send, later, onSaving, onWhole }: DraftSaverOptions): DraftSaver {
  let changes = 0
  let kept = 0
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
    // Nobody can do anything about a lost connection or, in this tab, about a lost session.
    if (trouble === 'unreachable' || trouble === 'signedOut') wait(retries[Math.min(tries++, retries.length - 1)] ?? 0)
  }
  const flush = async (): Promise<void> => {
    if (!send || isBusy || isClosed || kept === changes) return
    cancel()
    isBusy = true
    const sending = changes
    onSaving({ name: 'saving' })
    const outcome = await send()
    isBusy = false
    if (isClosed) return
    if (outcome !== 'saved') return fail(outcome)
    kept = sending
    tries = 0
    if (kept !== changes) return wait(pauseMs)
    onSaving({ name: 'saved' })
    onWhole()
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
