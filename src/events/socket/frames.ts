/** Text frames on a byte stream: the length in four bytes, then the text in UTF-8. */

const headBytes = 4
/** Maximum size of a frame (1 MiB). The longest event, a page of a thousand minutes, takes a fifth of it. */
export const maxFrameBytes = 1 << 20

/** Encodes a text. @returns undefined when the text is too long for a frame */
export function encodeFrame(text: string): Buffer | undefined {
  const length = Buffer.byteLength(text)
  if (length > maxFrameBytes) return undefined
  const frame = Buffer.allocUnsafe(headBytes + length)
  frame.writeUInt32BE(length)
  frame.write(text, headBytes)
  return frame
}

export interface FrameReader {
  /** Reads a chunk; buffers at most one incomplete frame. @returns complete frames; undefined once one is too long */
  read(chunk: Uint8Array): string[] | undefined
}

export function createFrameReader(): FrameReader {
  let buffered: Uint8Array[] = []
  let bufferedBytes = 0
  /** Length of the first buffered frame with its head; only the length of the head until the head is complete */
  let neededBytes = headBytes
  let isBroken = false

  return {
    read: (chunk) => {
      if (isBroken) return undefined
      buffered.push(chunk)
      bufferedBytes += chunk.length
      if (bufferedBytes < neededBytes) return []
      const bytes = Buffer.concat(buffered)
      const frames: string[] = []
      let at = 0
      neededBytes = headBytes
      while (bytes.length - at >= headBytes) {
        const length = bytes.readUInt32BE(at)
        if (length > maxFrameBytes) {
          isBroken = true
          buffered = []
          return undefined
        }
        neededBytes = headBytes + length
        if (bytes.length - at < neededBytes) break
        frames.push(bytes.toString('utf8', at + headBytes, at + neededBytes))
        at += neededBytes
        neededBytes = headBytes
      }
      buffered = at < bytes.length ? [bytes.subarray(at)] : []
      bufferedBytes = bytes.length - at
      return frames
    },
  }
}
