/** A pointer that has just moved over a list may be about to press something, which must not move away, ms */
const pointedMs = 3000

/** When it moved last, ms since the page was there */
let movedAt = Number.NEGATIVE_INFINITY

export function watchPointer(signal: AbortSignal): void {
  const follow = ({ timeStamp }: PointerEvent) => {
    movedAt = timeStamp
  }
  document.addEventListener('pointermove', follow, { signal })
}

/** One that rests there says nothing: lists fill the window, and it rests somewhere. */
export function isPointed(list: Element): boolean {
  return list.matches(':hover') && performance.now() - movedAt < pointedMs
}
