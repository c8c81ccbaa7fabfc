/** ms: a second, and what messages that are sent alike differ by on their way */
const spanMs = 1020

/** What this process has let out in the last second: slots that come late, after a stall, would leave together otherwise. */
export function createSendWindow(): {
  /**
   * ms to wait; 0 when one may leave now, which is then counted.
   * @param now  ms of a clock that is never set back
   * @param perSecond  most in any second
   */
  take(now: number, perSecond: number): number
} {
  let left: number[] = []
  return {
    take: (now, perSecond) => {
      const most = Math.max(1, Math.ceil(perSecond))
      left = left.filter((at) => now - at < spanMs)
      const oldest = left[left.length - most]
      if (oldest !== undefined) return spanMs - (now - oldest)
      left.push(now)
      return 0
    },
  }
}
