export interface Part {
  /** URL for creating the first administrator; undefined if an administrator exists */
  setupUrl?: string | undefined
  /** Stops the part. Resolves when no request is in progress. */
  close(): Promise<void>
}
