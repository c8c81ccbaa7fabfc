import type { EngineHandlers } from './engine.ts'
import { completePacket, encodePacket, type Packet, parsePacket } from './packets.ts'
import { type EngineSocket, endSocket, messagePrefix, newSid, normalClosure } from './wire.ts'

export type Peer<P> = EngineSocket<SocketState<P>>

export interface SocketState<P> {
  joined: readonly string[]
  /** Time since which the client has joined no namespace, ms of the engine's clock */
  unjoinedSince: number
  partial: { packet: Packet; attachments: number; bytes: Uint8Array[] } | undefined
  own: P
}

export interface SocketOptions {
  namespaces: readonly string[]
  connectTimeoutMs: number
}

export interface SocketHandlers<P> {
  /** Called when a client has joined; frames sent here go out with the answer. @param auth  from the connect packet */
  join?(peer: Peer<P>, namespace: string, auth: object): void
  event(peer: Peer<P>, event: Extract<Packet, { type: 'event' }>): void
  leave?(peer: Peer<P>, namespace: string): void
  pong?(peer: Peer<P>, roundTripMs: number): void
  sweep?(peer: Peer<P>, now: number, waitedMs: number): void
}

/** Namespace list shared by all clients that have joined only the main namespace */
const mainOnly: readonly string[] = ['/']
const none: readonly string[] = []

export function newSocketState<P>(own: P): SocketState<P> {
  return { joined: none, unjoinedSince: Number.POSITIVE_INFINITY, partial: undefined, own }
}

export function sendPacket<P>(peer: Peer<P>, packet: Packet): void {
  const [text, ...bytes] = encodePacket(packet)
  peer.cork(() => {
    peer.send(messagePrefix + text)
    for (const attachment of bytes) peer.send(attachment)
  })
}

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
    if (isNew) handlers.join?.(peer, namespace, auth)
  }
  const leave = (peer: Peer<P>, namespace: string) => {
    const { session } = peer.data
    session.joined = session.joined.filter((name) => name !== namespace)
    handlers.leave?.(peer, namespace)
  }
  /** Handles a packet. @returns false if the packet is invalid in the state of its client */
  const take = (peer: Peer<P>, packet: Packet): boolean => {
    if (packet.type === 'connect') {
      join(peer, packet.namespace, packet.data ?? {})
      return true
    }
    if (!peer.data.session.joined.includes(packet.namespace)) return false
    if (packet.type === 'disconnect') leave(peer, packet.namespace)
    if (packet.type === 'event') handlers.event(peer, packet)
    // Other packets are ignored: we request no acknowledgements, and clients' connect errors do not concern us.
    return true
  }

  return {
    open: (peer, now) => {
      peer.data.session.unjoinedSince = now
    },
    message: (peer, data) => {
      const packet = readFrame(peer.data.session, data)
      return packet === 'partial' || (packet !== undefined && take(peer, packet))
    },
    pong: handlers.pong,
    sweep: (peer, now, waitedMs) => {
      const { session } = peer.data
      if (session.joined.length > 0) session.unjoinedSince = now
      else if (now - session.unjoinedSince > connectTimeoutMs) return endSocket(peer, normalClosure)
      handlers.sweep?.(peer, now, waitedMs)
    },
    closed: (peer) => {
      for (const namespace of peer.data.session.joined) handlers.leave?.(peer, namespace)
      peer.data.session.joined = none
    },
  }
}

/** @returns the packet that this frame completes, or undefined if the frame is invalid in this state */
function readFrame<P>(session: SocketState<P>, data: string | Buffer): Packet | 'partial' | undefined {
  const { partial } = session
  if (typeof data !== 'string') {
    if (!partial) return undefined
    // The bytes are copied, because Bun reuses the buffer after the call.
    if (partial.bytes.push(Uint8Array.from(data)) < partial.attachments) return 'partial'
    session.partial = undefined
    return completePacket(partial.packet, partial.bytes)
  }
  const parsed = partial ? undefined : parsePacket(data.slice(messagePrefix.length))
  if (!parsed || parsed.attachments === 0) return parsed?.packet
  session.partial = { ...parsed, bytes: [] }
  return 'partial'
}
