import { type EngineHandlers, type EngineSocket, endSocket, messagePrefix, newSid, normalClosure } from './engine.ts'
import { completePacket, encodePacket, type Packet, parsePacket } from './packets.ts'

/** A client as Socket.IO sees it. `P` is what the layer above keeps of it. */
export type Peer<P> = EngineSocket<SocketState<P>>

export interface SocketState<P> {
  /** Names of the namespaces it has joined */
  joined: readonly string[]
  /** Since when it has joined none, ms; the clock is the engine's */
  strangerSince: number
  /** A packet whose bytes are still arriving */
  partial: { packet: Packet; attachments: number; bytes: Uint8Array[] } | undefined
  own: P
}

export interface SocketOptions {
  /** Those that clients may join */
  namespaces: readonly string[]
  /** A client that has joined none for so long is closed */
  connectTimeoutMs: number
}

/** What the layer above does with what arrives. */
export interface SocketHandlers<P> {
  /** Called a moment after the client was told that it has joined. @param auth  what it has said of itself */
  join?(peer: Peer<P>, namespace: string, auth: object): void
  event(peer: Peer<P>, event: Extract<Packet, { type: 'event' }>): void
  leave?(peer: Peer<P>, namespace: string): void
  pong?(peer: Peer<P>, roundTripMs: number): void
  sweep?(peer: Peer<P>, now: number, waitedMs: number): void
}

/**
 * Clients may begin to listen when they are told that they have joined: what is sent in the same breath, or read in the
 * same piece, finds nobody there.
 */
const breathMs = 10

/** Shared by all clients that have joined the usual namespace alone */
const mainOnly: readonly string[] = ['/']
const none: readonly string[] = []

export function newSocketState<P>(own: P): SocketState<P> {
  return { joined: none, strangerSince: Number.POSITIVE_INFINITY, partial: undefined, own }
}

/** Sends a packet: all its frames at once. */
export function sendPacket<P>(peer: Peer<P>, packet: Packet): void {
  const [text, ...bytes] = encodePacket(packet)
  peer.cork(() => {
    peer.send(messagePrefix + text)
    for (const attachment of bytes) peer.send(attachment)
  })
}

/** The server's side of Socket.IO 5 on Engine.IO: namespaces, events with and without bytes. */
export function createSockets<P>(
  { namespaces, connectTimeoutMs }: SocketOptions,
  handlers: SocketHandlers<P>,
): EngineHandlers<SocketState<P>> {
  const join = (peer: Peer<P>, namespace: string, auth: object) => {
    if (!namespaces.includes(namespace)) {
      sendPacket(peer, { type: 'connect-error', namespace, data: { message: 'Invalid namespace' } })
      return
    }
    const { session } = peer.data
    const isNew = !session.joined.includes(namespace)
    const joined = [...session.joined, namespace]
    if (isNew) session.joined = joined.length === 1 && namespace === '/' ? mainOnly : joined
    sendPacket(peer, { type: 'connect', namespace, data: { sid: newSid() } })
    if (!isNew || !handlers.join) return
    setTimeout(() => {
      if (session.joined.includes(namespace)) handlers.join?.(peer, namespace, auth)
    }, breathMs)
  }
  const leave = (peer: Peer<P>, namespace: string) => {
    const { session } = peer.data
    session.joined = session.joined.filter((name) => name !== namespace)
    handlers.leave?.(peer, namespace)
  }
  /** @returns false when the packet makes no sense from this client */
  const take = (peer: Peer<P>, packet: Packet): boolean => {
    if (packet.type === 'connect') {
      join(peer, packet.namespace, packet.data ?? {})
      return true
    }
    if (!peer.data.session.joined.includes(packet.namespace)) return false
    if (packet.type === 'disconnect') leave(peer, packet.namespace)
    if (packet.type === 'event') handlers.event(peer, packet)
    // Nothing here asks for acknowledgements, and errors of clients are theirs.
    return true
  }

  return {
    open: (peer, now) => {
      peer.data.session.strangerSince = now
    },
    message: (peer, data) => {
      const { session } = peer.data
      if (typeof data !== 'string') {
        const { partial } = session
        if (!partial) return false
        // Bun lends the bytes for the time of the call.
        if (partial.bytes.push(Uint8Array.from(data)) < partial.attachments) return true
        session.partial = undefined
        const packet = completePacket(partial.packet, partial.bytes)
        return packet !== undefined && take(peer, packet)
      }
      const parsed = session.partial ? undefined : parsePacket(data.slice(messagePrefix.length))
      if (!parsed) return false
      if (parsed.attachments === 0) return take(peer, parsed.packet)
      session.partial = { ...parsed, bytes: [] }
      return true
    },
    pong: handlers.pong,
    sweep: (peer, now, waitedMs) => {
      const { session } = peer.data
      if (session.joined.length > 0) session.strangerSince = now
      else if (now - session.strangerSince > connectTimeoutMs) return endSocket(peer, normalClosure)
      handlers.sweep?.(peer, now, waitedMs)
    },
    closed: (peer) => {
      for (const namespace of peer.data.session.joined) handlers.leave?.(peer, namespace)
      peer.data.session.joined = none
    },
  }
}
