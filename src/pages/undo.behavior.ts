import { undoForMs } from './undo-time.ts'

export const selector = '[data-undo]'

/** A form that would come too late goes away by itself; a reload must not offer it again. */
export function start(form: HTMLElement): void {
  setTimeout(() => {
    // Who is just about to press it is told by the server.
    if (!form.contains(document.activeElement)) form.hidden = true
  }, undoForMs)
  const address = new URL(location.href)
  if (!address.searchParams.has('undo')) return
  for (const name of ['done', 'undo']) address.searchParams.delete(name)
  history.replaceState(history.state, '', address)
}
