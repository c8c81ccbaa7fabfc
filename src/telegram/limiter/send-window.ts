/**
 * What this process has let out in the last second: slots that come late, after a stall, would leave together otherwise.
 * @param perSecond  most in any second
 */
export function createSendWindow(perSecond: number): {
  /** ms to wait; 0 when one may leave now, which is then counted. @param now  ms of a clock that is never set back */
  take(now: number): number
} {
  const size = Math.max(1, Math.floor(perSecond))
  const left: number[] = []
  let at = 0
  return {
    take: (now) => {
      const oldest = left[at]
      if (oldest !== undefined && now - oldest < 1000) return 1000 - (now - oldest)
      left[at] = now
      at = (at + 1) % size
      return 0
    },
  }
}
