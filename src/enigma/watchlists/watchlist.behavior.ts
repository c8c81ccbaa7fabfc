export const selector = '[data-watchlist-order]'

/** Moves the assets of a watchlist by their grips, with mouse or finger. The order is sent when the grip is released. */
export function start(form: HTMLElement, signal: AbortSignal): void {
  document.addEventListener('pointerdown', (event) => grab(event, form as HTMLFormElement, signal), { signal })
}

function grab({ target, pointerId }: PointerEvent, form: HTMLFormElement, signal: AbortSignal): void {
  const grip = target instanceof Element ? target.closest<HTMLElement>('[data-grip]') : null
  const item = grip?.closest<HTMLElement>('[data-asset]')
  const field = form.querySelector<HTMLInputElement>('[name=order]')
  if (!grip || !item || !field) return
  grip.setPointerCapture(pointerId)
  item.dataset.dragged = ''
  const released = new AbortController()
  const options = { signal: AbortSignal.any([signal, released.signal]) }
  const move = ({ clientX, clientY }: PointerEvent) => {
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-asset]')
    if (!over || over === item) return
    const isBelow = item.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING
    // The others move around the grabbed item: an element that is moved itself loses the pointer.
    const side = isBelow ? 'nextElementSibling' : 'previousElementSibling'
    for (let next = item[side]; next; next = next === over ? null : item[side]) item[isBelow ? 'before' : 'after'](next)
  }
  const release = () => {
    released.abort()
    delete item.dataset.dragged
    const order = [...document.querySelectorAll<HTMLElement>('[data-asset]')].map(({ dataset }) => dataset.asset).join()
    if (order === field.value) return
    field.value = order
    form.requestSubmit()
  }
  grip.addEventListener('pointermove', move, options)
  grip.addEventListener('pointerup', release, options)
  grip.addEventListener('pointercancel', release, options)
}
