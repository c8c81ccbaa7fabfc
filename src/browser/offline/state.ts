import type { Locale } from '../../i18n/locales.ts'
import type { Reason, SavedVersion } from './messages.ts'

export type OfflineState =
  | { status: 'off' }
  /** The user has asked for offline documentation, but saving is not complete: the next page continues it */
  | { status: 'wanted' }
  | { status: 'kept'; kept: SavedVersion }
  | { status: 'failed'; reason: Reason }

export type OfflineView = OfflineState | { status: 'loading'; percent: number } | { status: 'unsupported' }

export type Show = (view: OfflineView) => void

function keyOf(locale: Locale): string {
  return `kurs-offline-${locale}`
}

export function readState(locale: Locale): OfflineState {
  try {
    return JSON.parse(localStorage.getItem(keyOf(locale)) ?? '{"status":"off"}')
  } catch {
    return { status: 'off' }
  }
}

/** Stores the state of offline documentation. @throws DOMException when the browser stores nothing for this site */
export function writeState(locale: Locale, state: OfflineState): void {
  if (state.status === 'off') localStorage.removeItem(keyOf(locale))
  else localStorage.setItem(keyOf(locale), JSON.stringify(state))
}
