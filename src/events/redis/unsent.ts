/** 8 MiB. Beyond it the oldest are dropped: others must then read the database anyway */
const maxUnsentBytes = 8 << 20

/** Queue of `kept` events not yet confirmed to be in the stream, in order. */
export interface Unsent {
  add(message: string): void
  isEmpty(): boolean
  size(): number
  /** Sends one after the other until the queue is empty. @throws what `keep` throws; the rest stays queued */
  send(store: (message: string) => Promise<void>): Promise<void>
}

export interface UnsentListener {
  /** Called when the first event is dropped, and not again until `onDrained` */
  onFull(): void
  /** Called when the queue is empty again. @param dropped  events dropped since `onFull` */
  onDrained(dropped: number): void
}

export function createUnsent({ onFull, onDrained }: UnsentListener): Unsent {
  const messages: string[] = []
  let bytes = 0
  let dropped = 0
  const drop = () => {
    bytes -= Buffer.byteLength(messages.shift() ?? '')
  }
  return {
    add: (message) => {
      messages.push(message)
      bytes += Buffer.byteLength(message)
      if (bytes > maxUnsentBytes && dropped === 0) onFull()
      for (; bytes > maxUnsentBytes; dropped++) drop()
    },
    isEmpty: () => messages.length === 0,
    size: () => messages.length,
    send: async (store) => {
      for (let next = messages[0]; next !== undefined; next = messages[0]) {
        await store(next)
        // It may have been dropped meanwhile.
        if (messages[0] === next) drop()
      }
      if (dropped > 0) onDrained(dropped)
      dropped = 0
    },
  }
}
