import { z } from 'zod'
import type { Locale } from '../i18n/locales.ts'
import { isMessageKey, type MessageKey, type Translate, translator } from '../i18n/translate.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { described, type Operation, type OperationAnswer, sections } from './operation.ts'

export const errorSchemas = {
  /** Format of `problem`, see RFC 9457 */
  problem: z.object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional().meta(described('api.fields.detail')),
    errors: z.array(z.record(z.string(), z.unknown())).optional().meta(described('api.fields.errors')),
    instance: z.string(),
  }),
  /** Format of errors by `jsonError` */
  protocol: z.object({
    error: z.literal(true),
    url: z.string(),
    statusCode: z.int(),
    statusMessage: z.string(),
    message: z.string(),
    data: z.object({ path: z.string() }),
  }),
} as const

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string | undefined
  schema: JsonSchema
  example?: unknown
}

interface Media {
  schema: JsonSchema
  example?: unknown
}

interface ResponseObject {
  description: string
  content?: Record<string, Media>
}

export interface DocumentOperation {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Record<string, Media> }
  responses: Record<string, ResponseObject>
  'x-rate-limit'?: { requests: number; seconds: number }
}

export interface DocumentOptions {
  operations: readonly Operation[]
  locale: Locale
  siteUrl: string
  /** Name of the site's session cookie */
  cookie: string
}

export type ApiDocument = ReturnType<typeof apiDocument>

/** Builds the OpenAPI 3.1 document from the schemas used for parsing: https://spec.openapis.org/oas/v3.1.1.html */
export function apiDocument({ operations, locale, siteUrl, cookie }: DocumentOptions) {
  const t = translator(locale)
  const byPath: Record<string, Partial<Record<Operation['method'], DocumentOperation>>> = {}
  for (const operation of operations) {
    const path = templateOf(operation.path)
    byPath[path] = { ...byPath[path], [operation.method]: operationObject(operation, t) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Kurs', version: '1', description: t('api.description') },
    servers: [{ url: siteUrl }],
    tags: sections.map((name) => ({ name, description: t(`api.sections.${name}`) })),
    paths: byPath,
    components: {
      schemas: {
        Problem: jsonSchema(errorSchemas.problem, 'output', t),
        ProtocolError: jsonSchema(errorSchemas.protocol, 'output', t),
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: t('api.byToken') },
        session: { type: 'apiKey', in: 'cookie', name: cookie, description: t('api.byCookie') },
      },
    },
  }
}

/** Converts a route pattern to a template: `/blog/:file{.+}` becomes `/blog/{file}` */
function templateOf(path: string): string {
  return path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
}

function operationObject(operation: Operation, t: Translate): DocumentOperation {
  const { id, section, summary, body, limit } = operation
  const input = body && jsonSchema(body.schema, 'input', t)
  const media = input && { schema: input, example: body.example }
  return {
    operationId: id,
    tags: [section],
    summary: t(summary),
    security: securityOf(operation),
    parameters: [...pathParameters(operation, t), ...queryParameters(operation, t)],
    ...(media && {
      requestBody: {
        required: true,
        content: {
          'application/json': media,
          ...(body.isForm && { 'application/x-www-form-urlencoded': { schema: input } }),
        },
      },
    }),
    responses: responsesOf(operation, t),
    ...(limit && {
      'x-rate-limit': { requests: limit.burst, seconds: Math.ceil((limit.burst * limit.everyMs) / 1000) },
    }),
  }
}

function responsesOf(operation: Operation, t: Translate): Record<string, ResponseObject> {
  const { answer, otherwise } = operation
  return {
    [answer.status]: answerObject(answer, t),
    ...refusalObjects(operation, t),
    ...(otherwise && { [otherwise.status]: answerObject(otherwise, t) }),
  }
}

/** Returns the alternative security requirements; an empty requirement allows anonymous access. */
function securityOf({ scope, isPersonal }: Operation): Record<string, string[]>[] {
  const otherwise: Record<string, string[]> = isPersonal ? { session: [] } : {}
  return scope ? [{ token: [scope] }, otherwise] : [otherwise]
}

function pathParameters({ path, params = {} }: Operation, t: Translate): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    return parameterOf({ name, in: 'path', required: true }, params[name] ?? z.string(), t)
  })
}

function queryParameters({ query }: Operation, t: Translate): Parameter[] {
  if (!query) return []
  const { required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return Object.entries<z.ZodType>(query.shape).map(([name, schema]) => {
    return parameterOf({ name, in: 'query', required: required.includes(name) }, schema, t)
  })
}

function parameterOf(
  parameter: Pick<Parameter, 'name' | 'in' | 'required'>,
  schema: z.ZodType,
  t: Translate,
): Parameter {
  const { description, ...rest } = jsonSchema(schema, 'input', t)
  // Adds the default, which the JSON Schema conversion omits for preprocessed schemas, such as query strings.
  const initial = schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {}
  const { examples = [] } = z.globalRegistry.get(schema) ?? {}
  return {
    ...parameter,
    ...(typeof description === 'string' && { description }),
    schema: { ...rest, ...initial },
    ...(Array.isArray(examples) && examples.length > 0 && { example: examples[0] }),
  }
}

const wordsOf: Readonly<Record<number, MessageKey>> = {
  202: 'api.accepted',
  204: 'api.nothing',
  503: 'api.refusals.503',
}

function answerObject({ status, schema, type = 'application/json' }: OperationAnswer, t: Translate): ResponseObject {
  const description = t(wordsOf[status] ?? 'api.answer')
  if (type === 'none') return { description }
  return { description, content: { [type]: { schema: schema ? jsonSchema(schema, 'output', t) : { type: 'string' } } } }
}

/** Error statuses of any write: cross-site request, too large, compressed, database not writable, and disk full */
const refusalsOfChanges = [403, 413, 415, 503, 507]

function refusalObjects(operation: Operation, t: Translate): Record<string, ResponseObject> {
  const { refusals = [], method, scope, limit, isPersonal, hasProtocolErrors } = operation
  const statuses = [
    ...refusals,
    ...(method === 'post' ? refusalsOfChanges : []),
    ...(scope || isPersonal ? [401] : []),
    ...(scope ? [403] : []),
    ...(limit ? [429] : []),
  ]
  const [type, name] = hasProtocolErrors
    ? ['application/json', 'ProtocolError']
    : ['application/problem+json', 'Problem']
  const content = { [type]: { schema: { $ref: `#/components/schemas/${name}` } } }
  const words = (status: number) => {
    const key = `api.refusals.${status}`
    if (!isMessageKey(key)) throw new Error(`The status ${status} has no words`)
    return t(key)
  }
  return Object.fromEntries(
    [...new Set(statuses)].sort().map((status) => [status, { description: words(status), content }]),
  )
}
