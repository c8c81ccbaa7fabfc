/** All streams of a connection may be silent for so long, ms. */
const longestSilenceMs = 30_000
/** One stream may be silent for so long while others speak, ms; doubled each time a new connection changes nothing. */
const firstPatienceMs = 90_000
const longestPatienceMs = 60 * 60_000

/** Who has spoken when: single streams of an exchange die without a word. */
export interface SilenceWatch {
  heard(asset: string): void
  /** A new connection: everyone's time begins anew. */
  begin(): void
  /** Whether nothing comes any more, or nothing of some asset; then it waits longer for that asset the next time. */
  verdict(): 'all' | 'some' | undefined
}

export function createSilenceWatch(assets: readonly string[], now: () => number): SilenceWatch {
  const streams = new Map(assets.map((asset) => [asset, { heardAt: now(), patience: firstPatienceMs }]))
  let lastAt = now()
  return {
    heard: (asset) => {
      lastAt = now()
      const stream = streams.get(asset)
      if (stream) [stream.heardAt, stream.patience] = [lastAt, firstPatienceMs]
    },
    begin: () => {
      lastAt = now()
      for (const stream of streams.values()) stream.heardAt = lastAt
    },
    verdict: () => {
      if (now() - lastAt >= longestSilenceMs) return 'all'
      const silent = [...streams.values()].filter(({ heardAt, patience }) => now() - heardAt >= patience)
      for (const stream of silent) {
        stream.patience = Math.min(longestPatienceMs, stream.patience * 2)
        stream.heardAt = now()
      }
      return silent.length > 0 ? 'some' : undefined
    },
  }
}
