import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BroadcastContent } from '../content.ts'
import { createDraftSaver, type DraftSaver, type Saving, type Trouble } from './draft-saver.ts'
import { nameField } from './form-fields.ts'
import { deleteCopy, findUnsavedCopy, type LocalCopy, saveCopy } from './local-copy.ts'

/**
 * Target of the draft. The whole form is posted to `action`, with its field `revision`. Responses: 200 `{ revision }`,
 * which is saved now; 409 `{ revision }`, saved by another person; 404 or 403 when it can no longer be edited.
 */
export interface Autosave {
  /** Key of the browser's own copy: the user's id and the draft's, `new` before the draft exists */
  key: string
  /** Absent while there is no draft on the server */
  action?: string | undefined
}

export interface DraftState {
  saving: Saving
  /** Copy that an earlier visit left in this browser */
  unsavedCopy: LocalCopy | undefined
  discardUnsavedCopy(): void
  /** Retries; after a conflict it overwrites what others saved. */
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
      // A prevented submit sends nothing: the form stays on the page.
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
  // Runs in the task of the edit: an effect after the next frame never runs when the page is left before it.
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

/** Saves even when the page is left right away, up to the keepalive limit of browsers (64 KB). */
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

/** Stores the current revision in the form, for its submit and for the next save. */
function noteRevision(form: HTMLFormElement, revision: unknown): void {
  const field = form.elements.namedItem('revision')
  if (field instanceof HTMLInputElement && typeof revision === 'number') field.value = String(revision)
}
