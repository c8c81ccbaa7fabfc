/** Text frames on a byte stream: four bytes of length, then UTF-8. */

const headBytes = 4
/** 1 MiB; the longest event, a page of a thousand minutes, takes a fifth of it */
export const maxFrameBytes = 1 << 20

/** @returns undefined when the text is too long for a frame */
export function encodeFrame(text: string): Buffer | undefined {
  const length = Buffer.byteLength(text)
  if (length > maxFrameBytes) return undefined
  const frame = Buffer.allocUnsafe(headBytes + length)
  frame.writeUInt32BE(length)
  frame.write(text, headBytes)
  return frame
}

export interface FrameReader {
  /** Buffers at most one incomplete frame. @returns the complete frames; undefined once a frame is too long */
  read(chunk: Uint8Array): string[] | undefined
}

export function createFrameReader(): FrameReader {
  let held: Uint8Array[] = []
  let heldBytes = 0
  /** Length of the first buffered frame; only that of its head until the head is complete */
  let wanted = headBytes
  let isBroken = false

  return {
    read: (chunk) => {
      if (isBroken) return undefined
      held.push(chunk)
      heldBytes += chunk.length
      if (heldBytes < wanted) return []
      const bytes = Buffer.concat(held)
      const frames: string[] = []
      let at = 0
      wanted = headBytes
      while (bytes.length - at >= headBytes) {
        const length = bytes.readUInt32BE(at)
        if (length > maxFrameBytes) {
          isBroken = true
          held = []
          return undefined
        }
        wanted = headBytes + length
        if (bytes.length - at < wanted) break
        frames.push(bytes.toString('utf8', at + headBytes, at + wanted))
        at += wanted
        wanted = headBytes
      }
      held = at < bytes.length ? [bytes.subarray(at)] : []
      heldBytes = bytes.length - at
      return frames
    },
  }
}
