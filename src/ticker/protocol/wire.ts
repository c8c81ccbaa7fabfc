import { randomBytes } from 'node:crypto'

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

/** A socket of a client. `S` is the state that the protocol layer above stores per client. */
export type EngineSocket<S> = WireSocket<EngineState<S>>

export interface EngineState<S> {
  sid: string
  session: S
  /** Time of the next ping or, while a pong is missing, time of the last ping; ms */
  pingAt: number
  isPongMissing: boolean
  floodFullAt: number
  isClosed: boolean
}

/** First character of a text packet that belongs to the protocol layer above */
export const messagePrefix = '4'

/** Close codes of WebSockets, from RFC 6455 and its IANA registry */
export const normalClosure = 1000
export const invalidPayload = 1007
export const policyViolation = 1008
export const internalError = 1011
export const serviceRestart = 1012

/** Closes a socket with a close frame. Frames of the client that have already arrived are ignored. */
export function endSocket<S>(socket: EngineSocket<S>, code: number): void {
  socket.data.isClosed = true
  socket.close(code)
}

/** Returns a session id of twenty random characters, like those of the reference server. */
export function newSid(): string {
  return randomBytes(15).toString('base64url')
}
