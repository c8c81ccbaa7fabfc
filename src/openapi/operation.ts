import type { Hono, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import type { Guard } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import type { MessageKey } from '../i18n/translate.ts'
import type { RateLimitOptions } from '../limits/rate-limit.ts'

export const sections = ['market', 'backtest', 'bots', 'account', 'content', 'service'] as const
type Section = (typeof sections)[number]

/** Description of an API endpoint. The route and its guard provide the other members of the operation. */
export interface OperationDescription {
  /** Operation id in the document and in generated clients */
  id: string
  section: Section
  summary: MessageKey
  /** Schemas of path parameters; strings by default */
  params?: Readonly<Record<string, z.ZodType>>
  query?: z.ZodObject
  body?: OperationBody
  answer: OperationAnswer
  /** Further answer of the operation that is not an error in the usual format */
  otherwise?: OperationAnswer
  /** Error statuses of the operation, besides those of limits, tokens and any write */
  refusals?: readonly number[]
  /** Whether errors have the format that clients of the content protocol expect */
  hasProtocolErrors?: boolean
}

const methods = { GET: 'get', POST: 'post' } as const

/** An API endpoint as described in /api/openapi.json. */
export interface Operation extends OperationDescription {
  method: (typeof methods)[keyof typeof methods]
  /** Hono pattern */
  path: string
  /** Token scope that allows the call */
  scope: string | undefined
  /** Accepts the site's session cookie */
  isPersonal: boolean
  limit: RateLimitOptions | undefined
}

interface OperationBody {
  schema: z.ZodType
  example: unknown
  /** Whether a form of a page may be sent instead of JSON */
  isForm?: boolean
}

export interface OperationAnswer {
  status: number
  /** Schema of the answer's body; undefined for an empty or plain-text answer */
  schema?: z.ZodType
  /** Content type of the answer; `application/json` by default; `none` for no body */
  type?: string
}

/** Describes a part of a schema by a message key: `z.int().meta(described('api.fields.time'))`. */
export function described(description: MessageKey): { description: MessageKey } {
  return { description }
}

type DocumentedGuard = Guard & { description: OperationDescription }

/** First handler of an API route: guards the route, and describes it in /api/openapi.json. */
export function documented<Env extends AppEnv>(guard: Guard<Env>, description: OperationDescription): Guard<Env> {
  const { access, scope, limit } = guard
  // A new function, because other routes may share the guard.
  const handler: MiddlewareHandler<Env> = (c, next) => guard(c, next)
  return Object.assign(handler, { access, scope, limit, description })
}

/**
 * Lists the operations of all documented routes by section, then in mount order.
 * @throws Error for a method that the document does not support
 */
export function operationsOf(routes: Hono<AppEnv>['routes']): Operation[] {
  const operations = routes.flatMap(({ method, path, handler }) => {
    if (!isDocumented(handler)) return []
    if (!isDocumentedMethod(method)) throw new Error(`${method} ${path} cannot be documented`)
    const { description, access, scope, limit } = handler
    return [{ ...description, method: methods[method], path, scope, isPersonal: access === 'auth', limit }]
  })
  return operations.sort((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section))
}

function isDocumented(handler: object): handler is DocumentedGuard {
  return 'description' in handler
}

function isDocumentedMethod(method: string): method is keyof typeof methods {
  return method in methods
}
