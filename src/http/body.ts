import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AppEnv } from './env.ts'
import { AppError } from './errors.ts'

/** Max bytes of a form; enough for the form of every page. */
const formBytes = 16 * 1024

/**
 * Timeouts of forms, ms: the largest form has a megabyte. Without these timeouts the server would wait as long for the
 * next byte as for an answer.
 */
export const formPatience: BodyTimeouts = { silence: 10_000, whole: 30_000 }

/**
 * Reads the body before other handlers do. More than `maxSize` bytes, announced or streamed, are answered with 413 or
 * by `refuse`. A body that arrives too slowly is answered with 408, and the connection is closed.
 */
export function limitBody(
  maxSize = formBytes,
  refuse: (c: Context) => Response | Promise<Response> = tooLarge,
  patience = formPatience,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { raw } = c.req
    if (Number(raw.headers.get('content-length')) > maxSize) return refuse(c)
    if (!raw.body) return next()
    const body = await readBody(raw, maxSize, patience)
    if (body.status === 'tooBig') return refuse(c)
    if (body.status === 'slow') {
      c.header('connection', 'close')
      throw new AppError(408, 'The request took too long to arrive. Try again.')
    }
    const { url, method, headers, signal } = raw
    // Builds a new Request from the parts of the old one, because on Node the request is not a native Request.
    c.req.raw = new Request(url, { method, headers, signal, body: body.bytes })
    return next()
  }
}

async function tooLarge(): Promise<Response> {
  throw new AppError(413, 'The request is too large.')
}

export function isForm(c: Context): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(c.req.header('content-type') ?? '')
}

/**
 * Reads a form. The value of a field that was sent more than once is a list. @throws AppError (400) when the body is
 * not a valid form
 */
export async function readForm(c: Context) {
  try {
    return await c.req.parseBody({ all: true })
  } catch (error) {
    // `Request.formData` throws TypeError for a body that does not match its content type.
    if (error instanceof TypeError)
      throw new AppError(400, 'The form cannot be read. Open the page again and send it anew.')
    throw error
  }
}

/**
 * Parses a JSON body or a form of our pages. @param hint  describes a valid body. @throws AppError (400) that names the
 * invalid fields
 */
export async function parseBody<Schema extends z.core.$ZodType>(
  c: Context,
  schema: Schema,
  hint = '',
): Promise<z.infer<Schema>> {
  const body: unknown = isForm(c) ? await readForm(c) : await c.req.json().catch(() => undefined)
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new AppError(
    400,
    `These fields are missing or wrong: ${fieldNames(parsed.error) || 'the body'}. ${hint}`.trim(),
  )
}

/** Returns the names of the invalid fields, for messages: `login, password`. */
export function fieldNames({ issues }: z.core.$ZodError): string {
  return [...new Set(issues.map(({ path }) => path.join('.')))].filter(Boolean).join(', ')
}

/** Timeouts for reading a body, ms */
interface BodyTimeouts {
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

/**
 * Refuses compressed bodies, which would look corrupt: bodies are never decompressed, so none can grow beyond its
 * transferred size.
 */
export const refuseEncodedBodies: MiddlewareHandler<AppEnv> = async (c, next) => {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return next()
  // Names the accepted encoding, see RFC 9110, 15.5.16
  c.header('accept-encoding', 'identity')
  throw new AppError(415, 'Send the body as it is, without a Content-Encoding.')
}
