/** Time after a movement of the pointer over a list in which rows must not move, ms: the user may be about to press */
const pointedMs = 3000

/** Time of the pointer's last movement, ms since the page was opened */
let movedAt = Number.NEGATIVE_INFINITY

export function watchPointer(signal: AbortSignal): void {
  const follow = ({ timeStamp }: PointerEvent) => {
    movedAt = timeStamp
  }
  document.addEventListener('pointermove', follow, { signal })
}

/**
 * Whether the pointer has just moved over the list. A resting pointer does not count: lists fill the window, so the
 * pointer is nearly always over a list.
 */
export function isPointed(list: Element): boolean {
  return list.matches(':hover') && performance.now() - movedAt < pointedMs
}
