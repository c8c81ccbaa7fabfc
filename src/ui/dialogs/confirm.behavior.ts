/** `[data-confirms]`: whatever asks may come later, with a part of the page. */
export const selector = '[data-confirm], [data-confirms]'

const titleId = 'kurs--dialog-title'

/** What is asked below a button where no script runs is asked in a dialog. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  const open = (event: Event) => {
    const summary = event.target instanceof Element ? event.target.closest('[data-confirm] > summary') : null
    if (!summary?.parentElement) return
    event.preventDefault()
    ask(summary.parentElement, summary.textContent?.replace('…', '').trim() ?? '')
  }
  document.addEventListener('click', open, { signal })
}

/** What gives the parts of a dialog back to their question. Browsers tell of a dialog's end later than they close it. */
const givesBack = new WeakMap<HTMLElement, () => void>()

function ask(question: HTMLElement, title: string): void {
  givesBack.get(question)?.()
  // Opened before this script was there.
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
    // A part of the page that came meanwhile has brought its own.
    if (question.childElementCount === 1) question.append(...parts)
    dialog.remove()
  }
  givesBack.set(question, giveBack)
  dialog.addEventListener('close', giveBack)
  const place = question.closest('main') ?? document.body
  place.append(dialog)
  // It gives the focus back to what had it.
  dialog.showModal()
}

/** Has the focus first: whoever presses Enter too soon does nothing. */
function cancelButton(label: string, cancel: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-quiet'
  button.autofocus = true
  button.textContent = label
  button.addEventListener('click', cancel)
  return button
}
