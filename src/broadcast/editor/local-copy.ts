import { messageCopyKey } from '../../ui/account-storage.ts'
import type { BroadcastContent } from '../content.ts'

/** The browser's own copy of a message that the server may not have. */
export interface LocalCopy {
  content: BroadcastContent
  /** Name of the broadcast; its field is outside the editor */
  name: string
  /** The form was submitted: the server has it, unless the user came back */
  isSent?: boolean
}

export function saveCopy(key: string, copy: LocalCopy): void {
  try {
    localStorage.setItem(messageCopyKey(key), JSON.stringify(copy))
  } catch {
    // Storage is full or blocked by the user: the server's draft remains.
  }
}

export function deleteCopy(key: string): void {
  try {
    localStorage.removeItem(messageCopyKey(key))
  } catch {
    // Storage is blocked: there is no copy.
  }
}

/** @returns a copy that differs from what the page shows; any other copy is deleted */
export function findUnsavedCopy(key: string, shown: LocalCopy): LocalCopy | undefined {
  const found = readCopy(key)
  // Older copies have no name: use the one on the page.
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

/** Checks the shape, because another version may have written the copy. */
function isCopy(copy: unknown): copy is FoundCopy {
  if (typeof copy !== 'object' || copy === null || !('content' in copy)) return false
  const { content } = copy
  return (
    typeof content === 'object' && content !== null && ['text', 'media', 'buttons'].every((name) => name in content)
  )
}
