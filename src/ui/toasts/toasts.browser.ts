import { type Countdown, countDown } from './countdown.browser.ts'

export interface Toast {
  kind: 'success' | 'error' | 'warning'
  content: (string | Node)[]
  /** Time for which the toast stays, ms; 5000 by default */
  forMs?: number
}

export const defaultMs = 5000
export const maxToasts = 5
const maxUndos = 50

/** Tokens of the undo forms shown; at most `maxUndos`, because pages offer an undo for ten seconds only */
const shownUndos = new Set<string>()
const countdowns = new WeakMap<Element, Countdown>()

/**
 * Shows a toast at the lower right, announces it to screen readers and removes it later, but not while a toast is
 * hovered or focused.
 */
export function showToast({ kind, content, forMs = defaultMs }: Toast): void {
  const region = toastRegion()
  if (!region) return
  const toast = document.createElement('div')
  toast.className = `notice notice-${kind} toast`
  toast.role = kind === 'success' ? 'status' : 'alert'
  region.append(toast)
  for (const old of [...region.children].slice(0, -maxToasts)) old.remove()
  countdowns.set(
    toast,
    countDown(forMs, () => toast.remove()),
  )
  holdWhileRead(region)
  // The text is added later, because screen readers announce content that is added to an existing element.
  setTimeout(() => {
    const words = document.createElement('div')
    words.append(...content)
    toast.append(words, closeButton(toast, region.dataset.close ?? ''))
  })
}

/** Shows the results of a submitted form, which are in the HTML of the page, as toasts. */
export function showFlashes(): void {
  for (const flash of document.querySelectorAll<HTMLElement>('[data-flash]')) {
    const content = flash.querySelector('.notice > div')
    const { forMs } = flash.dataset
    const undo = flash.querySelector<HTMLInputElement>('[name=undo]')?.value
    // A page that is swapped in offers the undo again, although its toast is still there or was closed.
    if (undo && shownUndos.has(undo)) {
      flash.remove()
      continue
    }
    if (shownUndos.size > maxUndos) shownUndos.clear()
    if (undo) shownUndos.add(undo)
    showToast({ kind: 'success', content: [...(content?.childNodes ?? [])], ...(forMs && { forMs: Number(forMs) }) })
    // The element is removed only after the toast has taken its content.
    setTimeout(() => flash.remove())
  }
}

function toastRegion(): HTMLElement | null {
  const region = document.querySelector<HTMLElement>('[data-toasts]')
  if (!region || region.dataset.toasts === 'ready') return region
  region.dataset.toasts = 'ready'
  for (const type of ['pointerenter', 'pointerleave', 'focusin']) {
    region.addEventListener(type, () => holdWhileRead(region))
  }
  // During `focusout` the element still counts as focused, so the check runs in a later task.
  region.addEventListener('focusout', () => setTimeout(() => holdWhileRead(region)))
  document.addEventListener('visibilitychange', () => holdWhileRead(region))
  return region
}

function holdWhileRead(region: HTMLElement): void {
  const isHeld = document.hidden || region.matches(':hover, :focus-within')
  for (const toast of region.children) {
    if (isHeld) countdowns.get(toast)?.pause()
    else countdowns.get(toast)?.resume()
  }
}

function closeButton(toast: HTMLElement, label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'toast-close'
  button.ariaLabel = label
  button.textContent = '×'
  button.addEventListener('click', () => toast.remove())
  return button
}
