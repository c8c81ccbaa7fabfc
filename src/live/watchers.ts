export interface WatcherOptions {
  onStart(): void
  onStop(): void
}

/** Consumers on a page that need the market state even if no pair is followed. */
export function createWatchers({ onStart, onStop }: WatcherOptions) {
  let count = 0
  return {
    count: () => count,
    /** @returns stops watching */
    watch: () => {
      count++
      onStart()
      return () => {
        count--
        onStop()
      }
    },
  }
}
