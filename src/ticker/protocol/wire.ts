/** Of websockets and their server what the ticker asks for, as Bun has them; on Node `src/main/node` has the same. */
export interface WireSocket<T> {
  data: T
  /** @returns 0 when it was dropped */
  send(message: string | Uint8Array): number
  close(code?: number, reason?: string): void
  terminate(): void
  /** What is sent meanwhile goes out together. */
  cork(run: () => void): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  /** Bytes that wait for the client */
  getBufferedAmount(): number
}

export interface WireHandler<T> {
  maxPayloadLength: number
  /** Bytes that may wait for a client */
  backpressureLimit: number
  closeOnBackpressureLimit: boolean
  sendPings: boolean
  idleTimeout: number
  open(socket: WireSocket<T>): void
  message(socket: WireSocket<T>, data: string | Buffer): void
  /** @param error  thrown by one of the others */
  error(error: Error, socket: WireSocket<T>): void
  close(socket: WireSocket<T>): void
}

export interface WireServer<T> {
  /** @returns whether the request becomes a websocket: only one that asks for it does */
  upgrade(request: Request, options: { data: T }): boolean
  /** To every socket that has subscribed */
  publish(topic: string, message: string | Uint8Array): unknown
}
