import { type Locale, localised } from '../src/i18n/locales.ts'
import type { Access, Visitor } from './access-rows.ts'

export const kinds = {
  page: { accept: 'text/html' },
  htmx: { accept: 'text/html', 'hx-request': 'true', 'hx-request-type': 'partial' },
  json: { accept: 'application/json' },
}
export type Kind = keyof typeof kinds

export interface Question {
  method: string
  path: string
  cookie: string
  kind: Kind
}

function rightOf(row: Access, visitor: Visitor) {
  if (visitor === 'user') return row.user
  if (visitor === 'administrator') return row.administrator
  if (visitor === 'administrator without second factor') return row.withoutFactor
  if (visitor === 'impersonated user') return row.impersonated
  return row.stranger
}

/** Pages that a visitor is redirected to first when they lack a required step. */
export const doors = { ask: '/login', setup: '/account/second-factor', confirm: '/account/confirm' } as const

/** Returns the status and redirect target that the table expects. */
export function expected(row: Access, visitor: Visitor, question: Question, locale: Locale): string {
  const right = rightOf(row, visitor)
  const answers = { page: undefined, htmx: row.partial, json: row.json }
  if (typeof right === 'number') return String((right === row.user && answers[question.kind]) || right)
  if (right === 'app') return `303 ${localised(locale, '/app')}`
  const back = question.method === 'GET' ? question.path : '/'
  const door = `${localised(locale, doors[right])}?next=${encodeURIComponent(back)}`
  if (question.kind === 'htmx') return `401 hx-redirect ${door}`
  const isProgram = question.kind === 'json' || question.path.startsWith('/api/')
  return isProgram ? '401 application/problem+json' : `303 ${door}`
}

/**
 * Describes the actual response in the format of `expected`. Includes the target when the table specifies one or the
 * response redirects to a door.
 */
export function seen(response: Response, wanted: string): string {
  const { status, headers } = response
  const isDoor = headers.get('location')?.includes('?next=') ?? false
  if (!wanted.includes(' ') && !isDoor) return String(status)
  if (headers.has('hx-redirect')) return `${status} hx-redirect ${headers.get('hx-redirect')}`
  if (status === 401) return `${status} ${headers.get('content-type')}`
  return `${status} ${headers.get('location')}`
}
