import { randomBytes } from 'node:crypto'
import type { WireSocket } from './wire.ts'

/** `S` is what the layer above keeps of a client. */
export type EngineSocket<S> = WireSocket<EngineState<S>>

export interface EngineState<S> {
  sid: string
  session: S
  /** When the next ping is due or, while its pong is missing, when it was sent; ms */
  pingAt: number
  isPongMissing: boolean
  floodFullAt: number
  isClosed: boolean
}

/** First character of a text packet of the layer above */
export const messagePrefix = '4'

/** Close codes of RFC 6455 and its registry */
export const normalClosure = 1000
export const invalidPayload = 1007
export const policyViolation = 1008
export const internalError = 1011
export const serviceRestart = 1012

/** Closes a socket in order; frames of it that have arrived already are ignored. */
export function endSocket<S>(socket: EngineSocket<S>, code: number): void {
  socket.data.isClosed = true
  socket.close(code)
}

/** Twenty random characters, as the reference server's ids are. */
export function newSid(): string {
  return randomBytes(15).toString('base64url')
}
