/** A pointer that moved over a list this recently may be about to press: rows must not move away, ms */
const pointedMs = 3000

/** Last movement, ms since the page was opened */
let movedAt = Number.NEGATIVE_INFINITY

export function watchPointer(signal: AbortSignal): void {
  const follow = ({ timeStamp }: PointerEvent) => {
    movedAt = timeStamp
  }
  document.addEventListener('pointermove', follow, { signal })
}

/** A resting pointer does not count: lists fill the window, so it always rests on one. */
export function isPointed(list: Element): boolean {
  return list.matches(':hover') && performance.now() - movedAt < pointedMs
}
