export interface WatcherOptions {
  onCome(): void
  onGo(): void
}

/** Those on a page who want to know how the market is, whatever pairs are followed. */
export function createWatchers({ onCome, onGo }: WatcherOptions) {
  let count = 0
  return {
    count: () => count,
    /** @returns lets go of it */
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
