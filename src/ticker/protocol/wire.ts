/** Part of a WebSocket and its server that the ticker uses, as in Bun; `src/main/node` implements both on Node. */
export interface WireSocket<T> {
  data: T
  /** Sends a message. @returns 0 if the message was dropped */
  send(message: string | Uint8Array): number
  close(code?: number, reason?: string): void
  terminate(): void
  /** Sends together all frames that are written in `run`. */
  cork(run: () => void): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  /** Bytes queued for the client that the system has not sent yet */
  getBufferedAmount(): number
}

export interface WireHandler<T> {
  maxPayloadLength: number
  /** Maximum bytes queued for a client that does not read */
  backpressureLimit: number
  closeOnBackpressureLimit: boolean
  sendPings: boolean
  idleTimeout: number
  open(socket: WireSocket<T>): void
  message(socket: WireSocket<T>, data: string | Buffer): void
  /** Called when a handler throws. @param error  the error thrown */
  error(error: Error, socket: WireSocket<T>): void
  close(socket: WireSocket<T>): void
}

export interface WireServer<T> {
  /** Upgrades a request to a WebSocket. @returns false if the request did not ask for one */
  upgrade(request: Request, options: { data: T }): boolean
  /** Sends a message to every socket that has subscribed to the topic. */
  publish(topic: string, message: string | Uint8Array): unknown
}
