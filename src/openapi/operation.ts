import type { z } from 'zod'
import type { MessageKey } from '../i18n/translate.ts'
import type { RateLimitOptions } from '../limits/rate-limit.ts'

export const sections = ['market', 'backtest', 'bots', 'account', 'content', 'service'] as const
export type Section = (typeof sections)[number]

/** A call of programs, as the document at `/api/openapi.json` tells of it. */
export interface Operation {
  /** Names it in the document and in clients that are made from it */
  id: string
  method: 'get' | 'post'
  path: string
  section: Section
  summary: MessageKey
  /** Of tokens that open it */
  scope?: string
  /** Signed in by the site's cookie, where that is wanted */
  isPersonal?: boolean
  /** Parameters in the path are texts unless told of here */
  params?: Readonly<Record<string, z.ZodType>>
  query?: z.ZodObject
  body?: OperationBody
  answer: OperationAnswer
  /** Another answer that is no refusal of a usual form */
  otherwise?: OperationAnswer
  /** Statuses of refusals, besides those of limits, tokens and any change */
  refusals?: readonly number[]
  /** Whether refusals have the form that clients of the content protocol expect */
  hasProtocolErrors?: boolean
  limit?: RateLimitOptions
}

export interface OperationBody {
  schema: z.ZodType
  example: unknown
  /** Whether a form of a page may be sent too */
  isForm?: boolean
}

export interface OperationAnswer {
  status: number
  /** Undefined where nothing or only text is answered */
  schema?: z.ZodType
  /** `application/json` unless given; `none` for no body */
  type?: string
}

/** Describes a part of a schema in words of the interface: `z.int().meta(told('api.fields.time'))`. */
export function told(description: MessageKey): { description: MessageKey } {
  return { description }
}
