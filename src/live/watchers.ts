export interface WatcherOptions {
  onCome(): void
  onGo(): void
}

/** Consumers on a page that need the market state even if no pair is followed. */
export function createWatchers({ onCome, onGo }: WatcherOptions) {
  let count = 0
  return {
    count: () => count,
    /** @returns stops watching */
    watch: () => {
      count++
      onCome()
      return () => {
        count--
        onGo()
      }
    },
  }
}
