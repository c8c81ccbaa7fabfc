export const selector = '[data-sandbox]'

const maxLines = 50

/**
 * Lists the events that the shown component emits, sets the size of its box, and keeps its links and forms from leaving
 * the page.
 */
export function start(root: HTMLElement): void {
  const frame = root.querySelector<HTMLElement>('.sandbox-frame')
  const shown = frame ?? document.querySelector<HTMLElement>('main') ?? root
  for (const name of root.dataset.sandbox?.split(' ') ?? []) {
    if (name) shown.addEventListener(name, (event) => logEvent(root, event), true)
  }
  if (frame) size(frame, root.querySelector('[data-sandbox-size]'))
  for (const name of ['click', 'submit']) {
    shown.addEventListener(name, (event) => {
      if (event.target instanceof Element && leaves(event.target, name, frame)) event.preventDefault()
    })
  }
}

function leaves(target: Element, name: string, frame: HTMLElement | null): boolean {
  if (target.closest('[data-sandbox-still]')) return name === 'submit'
  return frame !== null && (name === 'submit' || target.closest('a[href]') !== null)
}

function size(frame: HTMLElement, output: Element | null): void {
  frame.style.inlineSize = `${frame.dataset.width}px`
  frame.style.blockSize = `${frame.dataset.height}px`
  new ResizeObserver(() => {
    if (output) output.textContent = `${frame.offsetWidth} × ${frame.offsetHeight}`
  }).observe(frame)
}

function logEvent(root: HTMLElement, event: Event): void {
  const list = root.querySelector('[data-sandbox-events]')
  if (!list) return
  const line = document.createElement('li')
  const name = document.createElement('code')
  name.textContent = event.type
  line.append(name, ` ${detailOf(event)}`)
  list.prepend(line)
  while (list.childElementCount > maxLines) list.lastElementChild?.remove()
}

function detailOf(event: Event): string {
  const { target } = event
  if (event instanceof CustomEvent && event.detail !== null) return JSON.stringify(event.detail)
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return target.value
  return target instanceof Element ? (target.textContent ?? '').trim().slice(0, 80) : ''
}
