import type { TestSite } from './site.ts'
import { sameOrigin } from './visitor.ts'

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
