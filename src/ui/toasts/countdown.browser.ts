/** Timer that can be paused and continued. */
export interface Countdown {
  pause(): void
  resume(): void
}

export function countDown(ms: number, run: () => void, now: () => number = () => performance.now()): Countdown {
  let leftMs = ms
  let since = now()
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(run, leftMs)
  return {
    pause: () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      leftMs -= now() - since
    },
    resume: () => {
      if (timer !== undefined) return
      since = now()
      timer = setTimeout(run, Math.max(0, leftMs))
    },
  }
}
