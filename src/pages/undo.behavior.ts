import { once } from '../ui/every.browser.ts'
import { undoForMs } from './undo-time.ts'

export const selector = '[data-undo]'

/**
 * Hides an undo form once it has expired, and removes the undo token from the URL, so that a reload does not offer the
 * undo again.
 */
export function start(_: HTMLElement, signal: AbortSignal): void {
  // Skips toasts: a form in a toast carried over from the previous page disappears with its toast.
  for (const form of document.querySelectorAll<HTMLFormElement>('main [data-undo]')) {
    // Keeps a focused form: if its time is over, the server explains that.
    once(undoForMs, () => form.toggleAttribute('hidden', !form.contains(document.activeElement)), signal)
  }
  const address = new URL(location.href)
  if (!address.searchParams.has('undo')) return
  for (const name of ['done', 'undo']) address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
}
