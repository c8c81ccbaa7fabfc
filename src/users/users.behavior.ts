import { startSelection } from './list/selection.browser.ts'

export const selector = '#users-list'

export function start(_: HTMLElement, signal: AbortSignal): void {
  startSelection(signal)
}
