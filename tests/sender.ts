import type { TestSite } from './site.ts'
import { cookieOf, sameOrigin } from './visitor.ts'

export interface Sent {
  method?: string
  form?: Record<string, string>
  /** Request body, sent as JSON */
  json?: unknown
  headers?: Record<string, string>
  /** Network address of the visitor; a new one by default, so that one visitor's attempts never slow down another's */
  address?: string
}

let count = 0

/**
 * Sends a request as a browser on a page of the site would, unless headers say otherwise. Follows no redirects, stores
 * no cookies.
 */
export async function send(site: TestSite, path: string, { method = 'POST', ...sent }: Sent = {}): Promise<Response> {
  const { form, json, headers, address } = sent
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? null : JSON.stringify(json)
  const request = new Request(new URL(path, 'https://kurs.test'), {
    method,
    body: method === 'GET' ? null : body,
    headers: { ...sameOrigin, 'content-type': type, ...headers },
  })
  const own = `10.${++count >> 16}.${(count >> 8) & 255}.${count & 255}`
  return site.app.fetch(request, () => address ?? own)
}

export interface ApiUser {
  id: string
  login: string
  /** The session cookie, as sent in a header */
  cookie: string
}

/** Registers a new user through the API, from a new network. */
export async function registerByApi(
  site: TestSite,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<ApiUser> {
  const login = `Caller-${++count}`
  const json = { login, password: 'корабль лампа 7', ...fields }
  const response = await send(site, '/api/auth/register', { json, headers })
  if (response.status !== 201) throw new Error(`No registration: ${response.status}`)
  return { id: String((await response.json()).user.id), login, cookie: cookieOf(response) }
}
