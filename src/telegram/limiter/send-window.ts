/** ms: a second, and what messages that are sent alike differ by on their way */
const spanMs = 1020

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
      if (oldest !== undefined && now - oldest < spanMs) return spanMs - (now - oldest)
      left[at] = now
      at = (at + 1) % size
      return 0
    },
  }
}
