import { messageCopyKey } from '../../ui/account-storage.ts'
import type { BroadcastContent } from '../content.ts'

/** The browser's own copy of a message that the server may not have. */
export interface KeptCopy {
  content: BroadcastContent
  /** What its broadcast is called; a field outside the editor */
  name: string
  /** Its form was sent: unless the reader came back, the server has it */
  isSent?: boolean
}

export function keep(key: string, copy: KeptCopy): void {
  try {
    localStorage.setItem(messageCopyKey(key), JSON.stringify(copy))
  } catch {
    // Full, or forbidden by the reader: there is the server's draft.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(messageCopyKey(key))
  } catch {
    // Forbidden: there is none.
  }
}

/** @returns what was left behind and differs from what the page shows; all else is forgotten */
export function leftBehind(key: string, shown: KeptCopy): KeptCopy | undefined {
  const found = readCopy(key)
  // Copies of before had no name: theirs is what the page shows.
  const copy = found && { name: shown.name, ...found }
  const cameBack = performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && /^(back_forward|reload)$/.test(String(entry.type)))
  if (copy && (!copy.isSent || cameBack) && wordsOf(copy) !== wordsOf(shown)) return copy
  forget(key)
  return undefined
}

function wordsOf({ content, name }: KeptCopy): string {
  return JSON.stringify([content, name])
}

type FoundCopy = Omit<KeptCopy, 'name'> & Partial<Pick<KeptCopy, 'name'>>

function readCopy(key: string): FoundCopy | undefined {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(messageCopyKey(key)) ?? 'null')
    return isCopy(copy) ? copy : undefined
  } catch {
    return undefined
  }
}

/** Written by this very file; another version's may look otherwise. */
function isCopy(copy: unknown): copy is FoundCopy {
  if (typeof copy !== 'object' || copy === null || !('content' in copy)) return false
  const { content } = copy
  return (
    typeof content === 'object' && content !== null && ['text', 'media', 'buttons'].every((name) => name in content)
  )
}
