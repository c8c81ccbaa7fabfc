export interface Part {
  /** Where the first administrator is made; only while there is none */
  setupUrl?: string | undefined
  /** Settles when no request is in progress. */
  close(): Promise<void>
}
