import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AppEnv } from './env.ts'
import { AppError } from './errors.ts'
import { type Patience, readBody } from './read-body.ts'

/** Bytes that hold any form of one page. */
const formBytes = 16 * 1024

/** The largest form is a megabyte. Without this the server would wait for the next byte as long as for an answer. */
export const formPatience: Patience = { silence: 10_000, whole: 30_000 }

/**
 * Reads the body before anything else looks at it. More than `maxSize` bytes, announced or streamed, are refused by a
 * 413, or as `refuse` answers, and whoever does not get on with sending by a 408, the last of its connection.
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
    // Of its parts: on Node the request is not one of the platform's own.
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

/** A field that was sent more than once is a list. @throws AppError (400) when the body is no form, whatever it says */
export async function readForm(c: Context) {
  try {
    return await c.req.parseBody({ all: true })
  } catch (error) {
    // What `Request.formData` throws for a body that is not what its type says.
    if (error instanceof TypeError)
      throw new AppError(400, 'The form cannot be read. Open the page again and send it anew.')
    throw error
  }
}

/** JSON, or a form of a page of ours. @param hint  what a body looks like. @throws AppError (400): what is wrong */
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

/** The fields that are wrong, for messages: `login, password`. */
export function fieldNames({ issues }: z.core.$ZodError): string {
  return [...new Set(issues.map(({ path }) => path.join('.')))].filter(Boolean).join(', ')
}
