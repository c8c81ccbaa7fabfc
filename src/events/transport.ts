/** Carries messages to every other process on the same data, and none back to its sender. */
export interface Transport {
  /** Best effort, in order; never throws and never waits. */
  send(message: string): void
  hasOthers(): boolean
  close(): Promise<void>
}

export interface TransportListener {
  heard(message: string): void
  /** From now on everything is heard, until `left`. */
  joined(): void
  left(): void
}

export type OpenTransport = (listener: TransportListener) => Transport | Promise<Transport>
