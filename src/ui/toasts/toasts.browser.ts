import { type Countdown, countDown } from './countdown.browser.ts'

export interface Toast {
  kind: 'success' | 'error' | 'warning'
  content: (string | Node)[]
  /** ms; 5000 unless given */
  forMs?: number
}

export const usualMs = 5000
export const mostToasts = 5

const countdowns = new WeakMap<Element, Countdown>()

/** Shows it at the lower right, reads it out and takes it away, but not while somebody points at one or is inside. */
export function showToast({ kind, content, forMs = usualMs }: Toast): void {
  const region = toastRegion()
  if (!region) return
  const toast = document.createElement('div')
  toast.className = `notice notice-${kind} toast`
  toast.role = kind === 'success' ? 'status' : 'alert'
  region.append(toast)
  for (const old of [...region.children].slice(0, -mostToasts)) old.remove()
  countdowns.set(
    toast,
    countDown(forMs, () => toast.remove()),
  )
  holdWhileRead(region)
  // What is put into an element that is there already is read out.
  setTimeout(() => {
    const words = document.createElement('div')
    words.append(...content)
    toast.append(words, closeButton(toast, region.dataset.close ?? ''))
  })
}

/** What a form has done comes with the page. */
export function takeFlashes(): void {
  for (const flash of document.querySelectorAll<HTMLElement>('[data-flash]')) {
    const content = flash.querySelector('.notice > div')
    const { forMs } = flash.dataset
    showToast({ kind: 'success', content: [...(content?.childNodes ?? [])], ...(forMs && { forMs: Number(forMs) }) })
    // Once the toast has taken what is in it.
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
  // The focus is still there while it leaves.
  region.addEventListener('focusout', () => setTimeout(() => holdWhileRead(region)))
  document.addEventListener('visibilitychange', () => holdWhileRead(region))
  return region
}

function holdWhileRead(region: HTMLElement): void {
  const isHeld = document.hidden || region.matches(':hover, :focus-within')
  for (const toast of region.children) {
    if (isHeld) countdowns.get(toast)?.hold()
    else countdowns.get(toast)?.goOn()
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
