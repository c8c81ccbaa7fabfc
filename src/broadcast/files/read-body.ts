/** ms */
export interface Patience {
  /** In which nothing comes */
  silence: number
  /** For all of it */
  whole: number
}

export type ReadBody = { status: 'read'; bytes: Buffer<ArrayBuffer> } | { status: 'tooBig' } | { status: 'slow' }

/** Whoever has closed their computer in the middle keeps nobody waiting; 50 MB have ten minutes. */
const usualPatience: Patience = { silence: 20_000, whole: 10 * 60_000 }

/** All of a request's body. The server itself would wait for the next byte for minutes, and for ever from one to another. */
export async function readBody(request: Request, maxBytes: number, patience = usualPatience): Promise<ReadBody> {
  if (Number(request.headers.get('content-length')) > maxBytes) return { status: 'tooBig' }
  const reader = request.body?.getReader()
  if (!reader) return { status: 'read', bytes: Buffer.alloc(0) }
  const over = Promise.withResolvers<undefined>()
  const silence = setTimeout(() => over.resolve(undefined), patience.silence)
  const whole = setTimeout(() => over.resolve(undefined), patience.whole)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), over.promise])
      if (!next) return { status: 'slow' }
      if (next.done) return { status: 'read', bytes: Buffer.concat(chunks) }
      size += next.value.length
      if (size > maxBytes) return { status: 'tooBig' }
      chunks.push(next.value)
      silence.refresh()
    }
  } finally {
    clearTimeout(silence)
    clearTimeout(whole)
    // One that was cut off has said so above.
    reader.cancel().catch(() => undefined)
  }
}
