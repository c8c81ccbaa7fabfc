/** Max duration of a press that counts as a click, ms; a longer press is a hold or a drag. */
const shortPress = 500

interface PressOptions {
  isInside(target: EventTarget | null): boolean
  onShortPress(): void
  signal: AbortSignal
}

/** Calls `onShortPress` for short presses that begin and end outside of an area. */
export function watchPresses({ isInside, onShortPress, signal }: PressOptions): void {
  let beganAt: number | undefined
  const listener = { capture: true, signal }
  document.addEventListener(
    'pointerdown',
    ({ target, timeStamp }) => {
      beganAt = isInside(target) ? undefined : timeStamp
    },
    listener,
  )
  document.addEventListener(
    'pointerup',
    ({ target, timeStamp }) => {
      if (beganAt !== undefined && !isInside(target) && isShort(timeStamp - beganAt)) onShortPress()
      beganAt = undefined
    },
    listener,
  )
  // `pointercancel` fires when a finger scrolls the page, which is not a press.
  document.addEventListener(
    'pointercancel',
    () => {
      beganAt = undefined
    },
    listener,
  )
}

export function isShort(ms: number): boolean {
  return ms < shortPress
}
