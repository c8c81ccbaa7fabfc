/** Timeouts for reading a body, ms */
export interface BodyTimeouts {
  /** Max time without any new data */
  silence: number
  /** Max time for the whole body */
  whole: number
}

/** Result of reading a body. `head` is the first chunk; the first chunk of a form contains the small fields */
export type ReadBody =
  | { status: 'read'; bytes: Buffer<ArrayBuffer> }
  | { status: 'tooBig'; head: Uint8Array }
  | { status: 'slow'; head: Uint8Array }

/** Default timeouts: a client that disappears mid-request is given up after 20 s; 50 MB may take ten minutes. */
const usualPatience: BodyTimeouts = { silence: 20_000, whole: 10 * 60_000 }

const nothing = new Uint8Array(0)

/** Reads the whole body of a request. The server itself would wait minutes for each chunk, without a total limit. */
export async function readBody(request: Request, maxBytes: number, patience = usualPatience): Promise<ReadBody> {
  if (Number(request.headers.get('content-length')) > maxBytes)
    return { status: 'tooBig', head: await readHead(request) }
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
      if (!next) return { status: 'slow', head: chunks[0] ?? nothing }
      if (next.done) return { status: 'read', bytes: Buffer.concat(chunks) }
      size += next.value.length
      chunks.push(next.value)
      if (size > maxBytes) return { status: 'tooBig', head: chunks[0] ?? nothing }
      silence.refresh()
    }
  } finally {
    clearTimeout(silence)
    clearTimeout(whole)
    // Ignores the error, because a broken connection was already reported above.
    reader.cancel().catch(() => undefined)
  }
}

/** Returns the first chunk of a body whose rest is not read. */
export async function readHead(request: Request, patienceMs = 1000): Promise<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return nothing
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => over.resolve(undefined), patienceMs)
  try {
    return (await Promise.race([reader.read(), over.promise]))?.value ?? nothing
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(() => undefined)
  }
}
