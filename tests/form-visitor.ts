import type { VisitedPlace } from './access-visitors.ts'
import { type Answer, answerOf, sameOrigin } from './visitor.ts'

/** A visitor whose browser has no JavaScript: keeps cookies and does not follow redirects. */
export interface FormVisitor {
  open(path: string, headers?: Record<string, string>): Promise<Answer>
  send(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  /** Returns the value of a cookie by the cookie's name without `__Host-`. */
  cookie(name: string): string | undefined
}

let visitors = 0

/** Creates a visitor on a separate network, so that one visitor's attempts never slow down another's. */
export function createVisitor(site: Pick<VisitedPlace, 'app'>): FormVisitor {
  const number = ++visitors
  const address = `10.${(number >> 8) & 255}.${number & 255}.7`
  const jar = new Map<string, string>()
  const ask = async (path: string, init: RequestInit, given: Record<string, string> = {}): Promise<Answer> => {
    const headers = new Headers({ ...sameOrigin, 'user-agent': 'Firefox/140.0 Windows', ...given })
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const request = new Request(new URL(path, 'https://kurs.test'), { ...init, headers })
    const response = await site.app.fetch(request, () => address)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^(?:__Host-)?([^=]+)=([^;]*)/.exec(line) ?? []
      const full = line.startsWith('__Host-') ? `__Host-${name}` : name
      if (/max-age=0/i.test(line)) jar.delete(full)
      else jar.set(full, value)
    }
    return answerOf(response)
  }
  return {
    open: (path, headers) => ask(path, {}, headers),
    send: (path, fields, headers) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return ask(path, { method: 'POST', body: new URLSearchParams(fields).toString() }, { ...type, ...headers })
    },
    cookie: (name) => jar.get(`__Host-${name}`),
  }
}
