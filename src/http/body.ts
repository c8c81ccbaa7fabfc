import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { AppError } from './errors.ts'

/** Bytes that hold any form of one page. */
const formBytes = 16 * 1024

/** Refuses a body of more than `maxSize` bytes, announced or streamed: by a 413, or as `refuse` answers. */
export function limitBody(maxSize = formBytes, refuse: (c: Context) => Promise<Response> = tooLarge) {
  return bodyLimit({ maxSize, onError: refuse })
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
