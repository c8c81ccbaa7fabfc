/** Carries messages to every other process on the same data, and none back to its sender. */
export interface Transport {
  /**
   * Sends a message with best effort, in order; never throws and never waits.
   * @param isKept  whether disconnected processes receive the message later, if the transport can store it
   */
  send(message: string, isKept?: boolean): void
  hasOthers(): boolean
  close(): Promise<void>
}

export interface TransportListener {
  onMessage(message: string): void
  /** Called when the connection is made: all messages are received from now on, until `onLeft`. */
  onJoined(): void
  onLeft(): void
}

export type OpenTransport<Opened extends Transport = Transport> = (
  listener: TransportListener,
) => Opened | Promise<Opened>
