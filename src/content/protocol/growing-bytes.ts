import type { Bytes } from '../../http/compression.ts'

/** Bytes that are still being produced, for any number of readers; each reader gets all of them. */
export interface GrowingBytes {
  add(bytes: Bytes): void
  /** @param error  reason why the bytes are incomplete; readers throw it */
  end(error?: Error): void
  size(): number
  /** Yields all bytes from the beginning and waits for further ones. @throws the error given to `end` */
  read(): AsyncGenerator<Bytes, void>
}

export function createGrowingBytes(): GrowingBytes {
  const pieces: Bytes[] = []
  let size = 0
  let ended: { error?: Error | undefined } | undefined
  let nextChange = Promise.withResolvers<void>()
  const wakeReaders = () => {
    nextChange.resolve()
    nextChange = Promise.withResolvers()
  }
  return {
    add: (bytes) => {
      pieces.push(bytes)
      size += bytes.byteLength
      wakeReaders()
    },
    end: (error) => {
      ended = { error }
      wakeReaders()
    },
    size: () => size,
    read: async function* () {
      for (let at = 0; ; at++) {
        while (at >= pieces.length && !ended) await nextChange.promise
        const piece = pieces[at]
        if (piece) yield piece
        else if (ended?.error) throw ended.error
        else return
      }
    },
  }
}
