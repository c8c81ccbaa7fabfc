import { once } from '../ui/every.browser.ts'
import { undoForMs } from './undo-time.ts'

export const selector = '[data-undo]'

/** A form that would come too late goes away by itself; a reload must not offer it again. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  // One that a toast has taken along from the page before goes with its toast.
  for (const form of document.querySelectorAll<HTMLFormElement>('main [data-undo]')) {
    // Who is just about to press it is told by the server.
    once(undoForMs, () => form.toggleAttribute('hidden', !form.contains(document.activeElement)), signal)
  }
  const address = new URL(location.href)
  if (!address.searchParams.has('undo')) return
  for (const name of ['done', 'undo']) address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
}
