import type { Context } from 'hono'
import { z } from 'zod'
import { fieldNames, readForm } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { AppError } from '../http/errors.ts'
import { isMessageKey, type MessageKey, translator } from '../i18n/translate.ts'
import type { FormState } from './form-state.ts'

export type ParsedForm<Fields> = { status: 'parsed'; fields: Fields } | { status: 'faulty'; form: FormState }

/** A text field as submitted, cut to 4000 characters; empty when the field is missing or a file. */
export const textField = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, 4000))

export const manyField = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((values) => (values === undefined ? [] : [values].flat()))

/** Key of the message for a rule that users can break: `z.string().min(1, says('auth.required'))`. */
export function says(key: MessageKey): MessageKey {
  return key
}

/** Parses a form. @throws AppError (400) when a rule without a message fails: none of our pages sends such a form */
export async function parseForm<Fields extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Fields,
): Promise<ParsedForm<z.infer<Fields>>> {
  const sent = await readForm(c)
  const parsed = schema.safeParse(sent)
  if (parsed.success) return { status: 'parsed', fields: parsed.data }
  const t = translator(c.var.locale)
  const errors: FormState['errors'] = {}
  for (const { path, message } of parsed.error.issues) {
    if (!isMessageKey(message)) throw new AppError(400, unknownForm(parsed.error))
    errors[path.join('.')] ??= t(message)
  }
  return { status: 'faulty', form: { values: redisplayed(sent), errors } }
}

/** Parses a form that users cannot fill in wrongly. @throws AppError (400) when the form is invalid */
export async function requireForm<Fields extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Fields,
): Promise<z.infer<Fields>> {
  const parsed = schema.safeParse(await readForm(c))
  if (parsed.success) return parsed.data
  throw new AppError(400, unknownForm(parsed.error))
}

function unknownForm(error: z.ZodError): string {
  return `These fields are missing or invalid: ${fieldNames(error)}. Reload the page and submit the form again.`
}

const secrets = new Set(['password', 'current', 'wanted', 'code'])

function redisplayed(sent: Record<string, unknown>): FormState['values'] {
  const texts = Object.entries(sent).flatMap(([name, value]) =>
    typeof value === 'string' && !secrets.has(name) ? [[name, value.slice(0, 4000)] as const] : [],
  )
  return Object.fromEntries(texts)
}
