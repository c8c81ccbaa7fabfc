import type { Locale } from '../../i18n/locales.ts'

export interface SavedVersion {
  id: string
  /** Time at which the version was saved, ISO 8601 */
  at: string
  pages: number
  bytes: number
  hasSearch: boolean
}

export type Reason = 'network' | 'space' | 'other'

export type Question =
  | { ask: 'keep'; locale: Locale; build: string; hasWasm: boolean }
  | { ask: 'search'; number: number; locale: Locale; query: string; hasWasm: boolean }

export type Answer =
  | { is: 'progress'; percent: number }
  | { is: 'kept'; kept: SavedVersion }
  | { is: 'failed'; reason: Reason }
  | { is: 'found'; number: number; html?: string }
