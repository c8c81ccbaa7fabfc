/** Ten seconds, as long as the server takes an act back; a form that would come too late goes away by itself. */
const undoForMs = 10_000

export function withdrawUndo(form: HTMLElement): void {
  setTimeout(() => {
    // Who is just about to press it is told by the server.
    if (!form.contains(document.activeElement)) form.hidden = true
  }, undoForMs)
  // A reload must not offer it again.
  history.replaceState(history.state, '', location.pathname)
}
