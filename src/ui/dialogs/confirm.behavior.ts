/** Selector of questions, and of regions marked `[data-confirms]`, in which htmx may add questions later. */
export const selector = '[data-confirm], [data-confirms]'

const titleId = 'kurs--dialog-title'

/** Opens a confirmation question in a dialog; without scripts it opens below its button. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  const open = (event: Event) => {
    const summary = event.target instanceof Element ? event.target.closest('[data-confirm] > summary') : null
    if (!summary?.parentElement) return
    event.preventDefault()
    ask(summary.parentElement, summary.textContent?.replace('…', '').trim() ?? '')
  }
  document.addEventListener('click', open, { signal })
}

/**
 * Functions that move a dialog's content back into the question it came from. They are called directly, because the
 * `close` event fires later than the dialog closes.
 */
const givesBack = new WeakMap<HTMLElement, () => void>()

function ask(question: HTMLElement, title: string): void {
  givesBack.get(question)?.()
  // The question may have been opened below its button before this script loaded.
  question.removeAttribute('open')
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog'
  dialog.setAttribute('aria-labelledby', titleId)
  dialog.setAttribute('closedby', 'any')
  const heading = document.createElement('h2')
  heading.id = titleId
  heading.textContent = title
  const parts = [...question.children].filter((part) => part.localName !== 'summary')
  const cancel = cancelButton(question.dataset.confirm ?? '', () => dialog.close())
  dialog.append(heading, ...parts)
  dialog.querySelector('form')?.append(cancel)
  const giveBack = () => {
    if (!dialog.isConnected) return
    cancel.remove()
    // If the question was swapped in anew meanwhile, it has its own content, so the old one is dropped.
    if (question.childElementCount === 1) question.append(...parts)
    dialog.remove()
  }
  givesBack.set(question, giveBack)
  dialog.addEventListener('close', giveBack)
  const place = question.closest('main') ?? document.body
  place.append(dialog)
  // When the dialog closes, the browser returns the focus to the element that had it.
  dialog.showModal()
}

/** Creates the Cancel button, which is focused first, so that pressing Enter too early does nothing. */
function cancelButton(label: string, cancel: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-quiet'
  button.autofocus = true
  button.textContent = label
  button.addEventListener('click', cancel)
  return button
}
