/** Carries messages to every other process on the same data, and none back to its sender. */
export interface Transport {
  /**
   * Best effort, in order; never throws and never waits.
   * @param isKept  who is away now hears it on returning, where the transport can keep it
   */
  send(message: string, isKept?: boolean): void
  hasOthers(): boolean
  close(): Promise<void>
}

export interface TransportListener {
  heard(message: string): void
  /** From now on everything is heard, until `left`. */
  joined(): void
  left(): void
}

export type OpenTransport<Opened extends Transport = Transport> = (
  listener: TransportListener,
) => Opened | Promise<Opened>
