/** ms */
export interface Patience {
  /** In which nothing comes */
  silence: number
  /** For all of it */
  whole: number
}

/** `head` is what came first, of a form its small fields */
export type ReadBody =
  | { status: 'read'; bytes: Buffer<ArrayBuffer> }
  | { status: 'tooBig'; head: Uint8Array }
  | { status: 'slow'; head: Uint8Array }

/** Whoever has closed their computer in the middle keeps nobody waiting; 50 MB have ten minutes. */
const usualPatience: Patience = { silence: 20_000, whole: 10 * 60_000 }

const nothing = new Uint8Array(0)

/** All of a request's body. The server itself would wait for the next byte for minutes, and for ever from one to another. */
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
    // One that was cut off has said so above.
    reader.cancel().catch(() => undefined)
  }
}

/** What a body that is not read any further begins with. */
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
