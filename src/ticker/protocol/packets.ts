/** Maximum depth of JSON, which bounds the recursion: our clients do not send deeper JSON. */
const deepest = 64

const broken = Symbol('broken')

/** Moves byte arrays to `attachments` and replaces them by `{ "_placeholder": true, "num": 0 }`, as Socket.IO does. */
function takeBytes(value: unknown, attachments: Uint8Array[]): unknown {
  if (value instanceof Uint8Array) return { _placeholder: true, num: attachments.push(value) - 1 }
  if (Array.isArray(value)) return value.map((item) => takeBytes(item, attachments))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, takeBytes(item, attachments)]))
}

function putBytes(value: unknown, attachments: readonly Uint8Array[], depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return broken
  if (Array.isArray(value)) {
    const items = value.map((item) => putBytes(item, attachments, depth + 1))
    return items.includes(broken) ? broken : items
  }
  if ('_placeholder' in value && value._placeholder === true) {
    const number = 'num' in value && typeof value.num === 'number' ? value.num : -1
    return attachments[number] ?? broken
  }
  const entries = Object.entries(value).map(([key, item]) => [key, putBytes(item, attachments, depth + 1)] as const)
  return entries.some(([, item]) => item === broken) ? broken : Object.fromEntries(entries)
}

/** A packet of https://socket.io/docs/v4/socket-io-protocol/, revision 5 */
export type Packet =
  | { type: 'connect'; namespace: string; data?: object | undefined }
  | { type: 'disconnect'; namespace: string }
  | { type: 'event'; namespace: string; args: EventArgs; ackId?: number | undefined }
  | { type: 'ack'; namespace: string; args: unknown[]; ackId: number }
  | { type: 'connect-error'; namespace: string; data: object | string }

export type EventArgs = [name: string | number, ...args: unknown[]]

/** A parsed text frame, followed by `attachments` binary frames */
export interface PacketText {
  packet: Packet
  attachments: number
}

const typeNumbers = { connect: 0, disconnect: 1, event: 2, ack: 3, 'connect-error': 4 } as const
const withAttachments = 3

/** Names of events that Socket.IO clients emit themselves: the other side must not send them. */
const reserved: readonly unknown[] = [
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
]

/** A text packet: type, number of attachments, namespace, acknowledgement id, JSON */
const packetPattern = /^([0-6])(?:(\d{1,3})-)?(?:(\/[^,]*),?)?(\d{1,15})?(.*)$/s

const maxAttachments = 10

/** Parses a text packet. Returns undefined if the text is not a packet; never throws. */
export function parsePacket(text: string): PacketText | undefined {
  const [, type, announced, namespace = '/', ackText, json = ''] = packetPattern.exec(text) ?? []
  const isBinary = type === '5' || type === '6'
  const attachments = Number(announced ?? 0)
  if (isBinary !== (announced !== undefined)) return undefined
  if (isBinary && (attachments < 1 || attachments > maxAttachments)) return undefined
  const data = json === '' ? undefined : parseJson(json)
  if (data === broken) return undefined
  const ackId = ackText === undefined ? undefined : Number(ackText)
  const packet = packetOf(Number(type) - (isBinary ? withAttachments : 0), namespace, ackId, data)
  return packet && { packet, attachments }
}

function packetOf(type: number, namespace: string, ackId: number | undefined, data: unknown): Packet | undefined {
  switch (type) {
    case typeNumbers.connect:
      return data === undefined || isPlainObject(data) ? { type: 'connect', namespace, data } : undefined
    case typeNumbers.disconnect:
      return data === undefined ? { type: 'disconnect', namespace } : undefined
    case typeNumbers.event:
      return isEventArgs(data) ? { type: 'event', namespace, args: data, ackId } : undefined
    case typeNumbers.ack:
      return Array.isArray(data) && ackId !== undefined ? { type: 'ack', namespace, args: data, ackId } : undefined
    case typeNumbers['connect-error']:
      return typeof data === 'string' || isPlainObject(data) ? { type: 'connect-error', namespace, data } : undefined
    default:
      return undefined
  }
}

/** Puts attachments into a packet. Returns undefined if they do not match the placeholders of the packet. */
export function completePacket(packet: Packet, attachments: readonly Uint8Array[]): Packet | undefined {
  if (packet.type !== 'event' && packet.type !== 'ack') return packet
  const args = putBytes(packet.args, attachments)
  if (packet.type === 'ack') return Array.isArray(args) ? { ...packet, args } : undefined
  return isEventArgs(args) ? { ...packet, args } : undefined
}

export function encodePacket(packet: Packet): [text: string, ...bytes: Uint8Array[]] {
  const attachments: Uint8Array[] = []
  const data = 'args' in packet ? takeBytes(packet.args, attachments) : 'data' in packet ? packet.data : undefined
  const type = typeNumbers[packet.type] + (attachments.length > 0 ? withAttachments : 0)
  const announced = attachments.length > 0 ? `${attachments.length}-` : ''
  const namespace = packet.namespace === '/' ? '' : `${packet.namespace},`
  const ackId = 'ackId' in packet ? (packet.ackId ?? '') : ''
  const json = data === undefined ? '' : JSON.stringify(data)
  return [`${type}${announced}${namespace}${ackId}${json}`, ...attachments]
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return broken
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEventArgs(value: unknown): value is EventArgs {
  if (!Array.isArray(value)) return false
  const [name] = value
  return typeof name === 'number' || (typeof name === 'string' && !reserved.includes(name))
}
