import type { Locale } from '../../i18n/locales.ts'

/** A complete version of the documentation in one language. */
export interface Kept {
  /** Changes with the build and with the content */
  id: string
  /** ISO instant at which it was complete */
  at: string
  pages: number
  bytes: number
  /** Whether the search answers without network */
  hasSearch: boolean
}

/** Why documentation is not kept: the network failed, the browser has no room, or something else. */
export type Reason = 'network' | 'space' | 'other'

export type Question =
  | { ask: 'keep'; locale: Locale; build: string; hasWasm: boolean }
  | { ask: 'search'; number: number; locale: Locale; query: string; hasWasm: boolean }

export type Answer =
  | { is: 'progress'; percent: number }
  | { is: 'kept'; kept: Kept }
  | { is: 'failed'; reason: Reason }
  /** Without HTML: nothing is kept that could be searched */
  | { is: 'found'; number: number; html?: string }
