import type { EngineSocket } from './engine-socket.ts'

export interface HeartbeatOptions<S> {
  sockets: ReadonlySet<EngineSocket<S>>
  pingIntervalMs: number
  pingTimeoutMs: number
  now(): number
  onSweep?: ((socket: EngineSocket<S>, now: number, waitedMs: number) => void) | undefined
}

export interface Heartbeat<S> {
  start(): void
  stop(): void
  /** Does nothing while a pong is missing. */
  ping(socket: EngineSocket<S>): void
  /** @returns the round trip, ms; undefined for an unexpected pong */
  takePong(socket: EngineSocket<S>): number | undefined
}

const pingFrame = '2'
const sweepsPerPing = 20
const maxSweepMs = 250

/** Pings all sockets from one timer and terminates those that do not answer. */
export function createHeartbeat<S>(options: HeartbeatOptions<S>): Heartbeat<S> {
  const { sockets, pingIntervalMs, pingTimeoutMs, now, onSweep } = options
  let timer: ReturnType<typeof setInterval> | undefined

  const sweep = () => {
    const at = now()
    for (const socket of sockets) {
      const { isPongMissing, pingAt } = socket.data
      if (isPongMissing && at - pingAt > pingTimeoutMs) socket.terminate()
      else {
        if (!isPongMissing && at >= pingAt) ping(socket)
        onSweep?.(socket, at, isPongMissing ? at - pingAt : 0)
      }
    }
  }
  const ping = (socket: EngineSocket<S>) => {
    if (socket.data.isPongMissing) return
    socket.data.isPongMissing = true
    socket.data.pingAt = now()
    socket.send(pingFrame)
  }
  return {
    ping,
    start: () => {
      timer ??= setInterval(sweep, Math.min(maxSweepMs, pingIntervalMs / sweepsPerPing))
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
    takePong: ({ data }) => {
      if (!data.isPongMissing) return undefined
      const at = now()
      const roundTripMs = at - data.pingAt
      data.isPongMissing = false
      data.pingAt = at + pingIntervalMs
      return roundTripMs
    },
  }
}
