/** 8 MiB; the oldest make room: by then everybody has to read the database anyway */
const maxUnsentBytes = 8 << 20

/** Events to be kept that are not known to be in the stream yet, in order. */
export interface Unsent {
  add(message: string): void
  isEmpty(): boolean
  size(): number
  /** One after the other, until all are through. @throws what `keep` throws; the rest stays */
  send(keep: (message: string) => Promise<void>): Promise<void>
}

/** @param onDropped  the oldest had to make room */
export function createUnsent(onDropped: () => void): Unsent {
  const messages: string[] = []
  let bytes = 0
  const drop = () => {
    bytes -= Buffer.byteLength(messages.shift() ?? '')
  }
  return {
    add: (message) => {
      messages.push(message)
      bytes += Buffer.byteLength(message)
      if (bytes > maxUnsentBytes) onDropped()
      while (bytes > maxUnsentBytes) drop()
    },
    isEmpty: () => messages.length === 0,
    size: () => messages.length,
    send: async (keep) => {
      for (let next = messages[0]; next !== undefined; next = messages[0]) {
        await keep(next)
        // It may have made room meanwhile.
        if (messages[0] === next) drop()
      }
    },
  }
}
