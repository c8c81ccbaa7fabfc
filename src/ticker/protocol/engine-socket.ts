import { randomBytes } from 'node:crypto'
import type { WireSocket } from './wire.ts'

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
