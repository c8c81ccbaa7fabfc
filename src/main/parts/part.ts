export interface Part {
  /** URL for creating the first administrator; only while there is none */
  setupUrl?: string | undefined
  /** Resolves when no request is in progress. */
  close(): Promise<void>
}
