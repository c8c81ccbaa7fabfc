import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BroadcastContent } from '../content.ts'
import { nameField } from './form-fields.ts'
import { deleteCopy, findUnsavedCopy, type LocalCopy, saveCopy } from './local-copy.ts'

/** Reasons why the server does not have the current content */
export type Trouble = 'unreachable' | 'signedOut' | 'conflict' | 'refused'

/** State of saving. `local`: there is no draft on the server yet, only the browser's own copy */
export type Saving = { name: 'idle' | 'local' | 'unsaved' | 'saving' | 'saved' } | { name: 'failed'; trouble: Trouble }

export interface DraftSaverOptions {
  /** Sends the current content; never throws. Undefined if there is no draft on the server to save to */
  send: (() => Promise<'saved' | Trouble>) | undefined
  /** Runs a function after `ms`. @returns a function that cancels the run */
  later(run: () => void, ms: number): () => void
  onSaving(saving: Saving): void
  /** Called when the server has the latest content */
  onAllSaved(): void
}

export interface DraftSaver {
  changed(): void
  /** Saves without waiting for a pause in typing: when the connection is back, or on request */
  flush(): Promise<void>
  close(): void
}

/** Pause after the last change before a save, ms */
const pauseMs = 800
/** Pauses between retries while the server is unreachable, ms */
const retries = [2000, 5000, 15_000, 30_000]

/** Saves the draft, one request at a time; changes made during a request are sent by another one. */
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
    // The user cannot fix a lost connection or, in this tab, a lost session, so the save is retried.
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

/**
 * Target of the draft's saves. The whole form is posted to `action`, with its field `revision`. Responses: 200 `{
 * revision }`, the revision saved now; 409 `{ revision }`, saved by another person; 404 or 403 when the draft can no
 * longer be edited.
 */
export interface Autosave {
  /** Key of the browser's own copy: ids of the user and of the draft, `new` before the draft exists */
  key: string
  /** URL to save to; absent while there is no draft on the server */
  action?: string | undefined
}

export interface DraftState {
  saving: Saving
  /** Copy of the message that an earlier visit left in this browser */
  unsavedCopy: LocalCopy | undefined
  discardUnsavedCopy(): void
  /** Saves again; after a conflict, this overwrites what others saved. */
  retry(): void
}

interface AutosaveOptions {
  root: RefObject<HTMLElement | null>
  content: BroadcastContent
  isTouched: boolean
  autosave: Autosave | undefined
}

export function useAutosave({ root, content, isTouched, autosave }: AutosaveOptions): DraftState {
  const [saving, setSaving] = useState<Saving>({ name: 'idle' })
  const [unsavedCopy, setUnsavedCopy] = useState<LocalCopy>()
  const saver = useRef<DraftSaver>(undefined)
  const latest = useRef(content)
  latest.current = content
  const { key, action } = autosave ?? {}
  useEffect(() => {
    const form = root.current?.closest('form')
    if (key === undefined || !form) return
    const shown = () => ({ content: latest.current, name: nameField(root.current)?.value ?? '' })
    setUnsavedCopy(findUnsavedCopy(key, shown()))
    const draftSaver = createDraftSaver({
      send: action === undefined ? undefined : () => sendDraft(form, action),
      later,
      onSaving: setSaving,
      onAllSaved: () => deleteCopy(key),
    })
    saver.current = draftSaver
    const flush = () => void draftSaver.flush()
    const leave = () => document.visibilityState === 'hidden' && flush()
    const sent = (event: SubmitEvent) => {
      // If the submit is prevented, nothing is sent, and the form stays on the page.
      if (event.defaultPrevented) return
      saveCopy(key, { ...shown(), isSent: true })
      draftSaver.close()
    }
    const named = ({ target }: Event) => {
      if (target !== nameField(form)) return
      saveCopy(key, shown())
      draftSaver.changed()
    }
    const closing = new AbortController()
    const { signal } = closing
    window.addEventListener('online', flush, { signal })
    window.addEventListener('pagehide', flush, { signal })
    document.addEventListener('visibilitychange', leave, { signal })
    form.addEventListener('submit', sent, { signal })
    form.addEventListener('input', named, { signal })
    return () => {
      draftSaver.close()
      closing.abort()
    }
  }, [root, key, action])
  // A layout effect runs in the task of the edit: a usual effect never runs if the page is left before the next frame.
  useLayoutEffect(() => {
    if (key === undefined || !isTouched) return
    saveCopy(key, { content, name: nameField(root.current)?.value ?? '' })
    saver.current?.changed()
  }, [root, key, content, isTouched])
  return {
    saving,
    unsavedCopy,
    discardUnsavedCopy: () => {
      if (key !== undefined && !isTouched) deleteCopy(key)
      setUnsavedCopy(undefined)
    },
    retry: () => void saver.current?.flush(),
  }
}

function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const headers = { accept: 'application/json' }

/** Saves the form, even when the page is left right away, up to the keepalive limit of browsers (64 KB). */
async function sendDraft(form: HTMLFormElement, action: string): Promise<'saved' | Trouble> {
  const sent = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const body = new URLSearchParams(sent)
  const keepalive = document.visibilityState === 'hidden' && body.toString().length < 60_000
  try {
    const response = await fetch(action, { method: 'POST', body, headers, keepalive, redirect: 'error' })
    if (response.status === 401) return 'signedOut'
    if (response.status >= 500 || response.status === 429) return 'unreachable'
    const answer: { revision?: unknown } = response.ok || response.status === 409 ? await response.json() : {}
    noteRevision(form, answer.revision)
    if (response.ok) return 'saved'
    return response.status === 409 ? 'conflict' : 'refused'
  } catch {
    return 'unreachable'
  }
}

/** Stores the current revision in the form, for the form's submit and for the next save. */
function noteRevision(form: HTMLFormElement, revision: unknown): void {
  const field = form.elements.namedItem('revision')
  if (field instanceof HTMLInputElement && typeof revision === 'number') field.value = String(revision)
}
