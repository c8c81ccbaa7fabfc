import type { BroadcastContent } from '../content.ts'

/**
 * Local storage key of a broadcast's text that may not be saved on the server yet; see `account-storage.ts`. @param key
 * ID of the user, a space, ID of the draft
 */
export const messageCopyKey = (key: string) => `kurs-message:${key}`

/** The browser's own copy of a message, of which the server may not have the latest content. */
export interface LocalCopy {
  content: BroadcastContent
  /** Name of the broadcast, whose input is outside the editor */
  name: string
  /** Whether the form was submitted: then the server has the content, unless the user came back */
  isSent?: boolean
}

export function saveCopy(key: string, copy: LocalCopy): void {
  try {
    localStorage.setItem(messageCopyKey(key), JSON.stringify(copy))
  } catch {
    // Storage is full, or the user blocks it: the draft on the server remains.
  }
}

export function deleteCopy(key: string): void {
  try {
    localStorage.removeItem(messageCopyKey(key))
  } catch {
    // If storage is blocked, there is no copy to delete.
  }
}

/** Finds an unsaved copy. @returns a copy that differs from what the page shows; any other copy is deleted */
export function findUnsavedCopy(key: string, shown: LocalCopy): LocalCopy | undefined {
  const found = readCopy(key)
  // Older copies contain no name, so the name on the page is used.
  const copy = found && { name: shown.name, ...found }
  const cameBack = performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && /^(back_forward|reload)$/.test(String(entry.type)))
  if (copy && (!copy.isSent || cameBack) && wordsOf(copy) !== wordsOf(shown)) return copy
  deleteCopy(key)
  return undefined
}

function wordsOf({ content, name }: LocalCopy): string {
  return JSON.stringify([content, name])
}

type FoundCopy = Omit<LocalCopy, 'name'> & Partial<Pick<LocalCopy, 'name'>>

function readCopy(key: string): FoundCopy | undefined {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(messageCopyKey(key)) ?? 'null')
    return isCopy(copy) ? copy : undefined
  } catch {
    return undefined
  }
}

/** Checks the shape of a copy, because another version of the site may have written it. */
function isCopy(copy: unknown): copy is FoundCopy {
  if (typeof copy !== 'object' || copy === null || !('content' in copy)) return false
  const { content } = copy
  return (
    typeof content === 'object' && content !== null && ['text', 'media', 'buttons'].every((name) => name in content)
  )
}
