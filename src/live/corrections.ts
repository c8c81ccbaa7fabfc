import type { Span } from '../market/span.ts'
import type { Correction } from './tick-socket.ts'

/** Listeners for corrected candles, by asset. */
export function createCorrections() {
  const listeners = new Map<string, Set<(span: Span) => void>>()
  return {
    on: (asset: string, listener: (span: Span) => void): (() => void) => {
      const known = listeners.get(asset) ?? new Set()
      listeners.set(asset, known.add(listener))
      return () => {
        known.delete(listener)
        if (known.size === 0 && listeners.get(asset) === known) listeners.delete(asset)
      }
    },
    notify: ({ asset, from, to }: Correction): void => {
      for (const listener of [...(listeners.get(asset) ?? [])]) listener({ from, to })
    },
  }
}
