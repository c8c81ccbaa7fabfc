/** Distance between the popup and its field, and to the window's edges, px */
const gap = 6

/**
 * Places the popup below its field, or above if there is more room. On phones the style sheet puts it at the bottom of
 * the window.
 */
export function placeBeside(host: HTMLElement, field: HTMLElement, signal: AbortSignal): void {
  const place = () => {
    const [at, own] = [field.getBoundingClientRect(), host.getBoundingClientRect()]
    const { clientWidth, clientHeight } = document.documentElement
    const { left, top } = placeOf(at, own, { width: clientWidth, height: clientHeight })
    host.style.setProperty('--left', `${left}px`)
    host.style.setProperty('--top', `${top}px`)
  }
  place()
  const sizes = new ResizeObserver(place)
  sizes.observe(host)
  signal.addEventListener('abort', () => sizes.disconnect())
  addEventListener('resize', place, { signal })
  document.addEventListener('scroll', place, { capture: true, passive: true, signal })
}

interface Size {
  width: number
  height: number
}

export function placeOf(field: Pick<DOMRect, 'left' | 'top' | 'bottom'>, own: Size, room: Size) {
  const [below, above] = [field.bottom + gap, field.top - gap - own.height]
  const fitsBelow = below + own.height + gap <= room.height
  const top = fitsBelow || above < gap ? Math.min(below, room.height - own.height - gap) : above
  const left = Math.min(field.left, room.width - own.width - gap)
  return { left: Math.max(gap, left), top: Math.max(gap, top) }
}
