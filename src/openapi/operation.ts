import type { z } from 'zod'
import type { MessageKey } from '../i18n/translate.ts'
import type { RateLimitOptions } from '../limits/rate-limit.ts'

export const sections = ['market', 'backtest', 'bots', 'account', 'content', 'service'] as const
export type Section = (typeof sections)[number]

/** An API endpoint as described in /api/openapi.json. */
export interface Operation {
  /** Operation id in the document and in generated clients */
  id: string
  method: 'get' | 'post'
  path: string
  section: Section
  summary: MessageKey
  /** Token scope that allows the call */
  scope?: string
  /** Accepts the site's session cookie */
  isPersonal?: boolean
  /** Schemas of path parameters; strings by default */
  params?: Readonly<Record<string, z.ZodType>>
  query?: z.ZodObject
  body?: OperationBody
  answer: OperationAnswer
  /** Another answer that is not an error in the usual format */
  otherwise?: OperationAnswer
  /** Error statuses, besides those of limits, tokens and any write */
  refusals?: readonly number[]
  /** Errors have the format that clients of the content protocol expect */
  hasProtocolErrors?: boolean
  limit?: RateLimitOptions
}

export interface OperationBody {
  schema: z.ZodType
  example: unknown
  /** A form of a page may be sent, too */
  isForm?: boolean
}

export interface OperationAnswer {
  status: number
  /** Undefined for an empty or plain-text answer */
  schema?: z.ZodType
  /** `application/json` by default; `none` for no body */
  type?: string
}

/** Describes a part of a schema by a message key: `z.int().meta(told('api.fields.time'))`. */
export function described(description: MessageKey): { description: MessageKey } {
  return { description }
}
