/** The parts of a WebSocket and its server that the ticker uses, as in Bun; `src/main/node` implements them on Node. */
export interface WireSocket<T> {
  data: T
  /** @returns 0 if the message was dropped */
  send(message: string | Uint8Array): number
  close(code?: number, reason?: string): void
  terminate(): void
  /** Sends everything written in `run` together. */
  cork(run: () => void): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  /** Bytes queued for the client */
  getBufferedAmount(): number
}

export interface WireHandler<T> {
  maxPayloadLength: number
  /** Maximum bytes queued for a client */
  backpressureLimit: number
  closeOnBackpressureLimit: boolean
  sendPings: boolean
  idleTimeout: number
  open(socket: WireSocket<T>): void
  message(socket: WireSocket<T>, data: string | Buffer): void
  /** @param error  thrown by another handler */
  error(error: Error, socket: WireSocket<T>): void
  close(socket: WireSocket<T>): void
}

export interface WireServer<T> {
  /** @returns whether the request was upgraded to a WebSocket: false if it did not ask for one */
  upgrade(request: Request, options: { data: T }): boolean
  /** Sends to every subscribed socket. */
  publish(topic: string, message: string | Uint8Array): unknown
}
