import { tellSelection } from './list/selection.browser.ts'

export const selector = '#users-list'

/** The number of those who are ticked. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  tellSelection(signal)
}
