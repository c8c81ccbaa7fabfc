/** Headers of a request that a page of the site itself sends; the product refuses a form without them. */
export const sameOrigin = { 'sec-fetch-site': 'same-origin' } as const

/** Headers of an htmx request for a part of a page */
export const partial = { 'hx-request': 'true', 'hx-request-type': 'partial' } as const

type Fields = Record<string, string> | [string, string][]
type GivenHeaders = Record<string, string>

export interface Answer {
  status: number
  /** Target of a redirect; null if the response does not redirect */
  location: string | null
  headers: Headers
  html: string
}

/** A browser on a page of the site. Follows no redirects, stores no cookies. */
export interface Visitor {
  request(path: string, init?: RequestInit): Promise<Response>
  get(path: string, headers?: GivenHeaders): Promise<Answer>
  /** Returns the body of a page, whatever its status is. */
  read(path: string, headers?: GivenHeaders): Promise<string>
  /** Requests a part of a page as htmx does. */
  part(path: string, headers?: GivenHeaders): Promise<Answer>
  /** Returns the account of the session; null without a valid one. */
  me(): Promise<Record<string, string> | null>
  /** Submits a form. */
  post(path: string, fields?: Fields, headers?: GivenHeaders): Promise<Answer>
}

/** An application under test, in this process or behind a port */
export interface Place {
  app: { fetch(request: Request, address: () => string): Response | Promise<Response> }
}

type Ask = (path: string, init: RequestInit) => Response | Promise<Response>

/** A visitor whose browser stores the cookies that the site sets */
export interface CookieVisitor extends Visitor {
  /** Returns the value of a cookie by the cookie's name without `__Host-`. */
  cookie(name: string): string | undefined
}

/** Returns a visitor who sends the given cookie. @param ask  sends one request to the application or its port */
export function visitorOf(ask: Ask, { cookie = '' } = {}): Visitor {
  const request: Visitor['request'] = async (path, init = {}) => {
    const headers = new Headers({ ...sameOrigin, accept: 'text/html', ...(cookie && { cookie }) })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    return ask(path, { ...init, headers })
  }
  const get: Visitor['get'] = async (path, headers) => answerOf(await request(path, { headers }))
  const read: Visitor['read'] = async (path, headers) => (await get(path, headers)).html
  return {
    request,
    get,
    read,
    me: async () => JSON.parse(await read('/api/auth/me')).user,
    part: (path, headers) => get(path, { ...partial, ...headers }),
    post: async (path, fields = {}, headers) =>
      answerOf(await request(path, { method: 'POST', headers, body: new URLSearchParams(fields) })),
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, location: headers.get('location'), headers, html: await response.text() }
}

let visitors = 0

/** Creates a visitor on a separate network, so that one visitor's attempts never slow down another's. */
export function createVisitor({ app }: Place): CookieVisitor {
  const number = ++visitors
  const address = `10.${(number >> 8) & 255}.${number & 255}.7`
  const jar = new Map<string, string>()
  const visitor = visitorOf(async (path, init) => {
    const headers = new Headers(init.headers)
    if (!headers.has('user-agent')) headers.set('user-agent', 'Firefox/140.0 Windows')
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await app.fetch(
      new Request(new URL(path, 'https://kurs.test'), { ...init, headers }),
      () => address,
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  })
  return { ...visitor, cookie: (name) => jar.get(`__Host-${name}`) }
}

/**
 * Returns a cookie of an answer in the form for the next request; with several of one name, the last counts, as in
 * browsers.
 */
export function cookieOf({ headers }: { headers: Headers }, name = 'sid'): string {
  const line = headers.getSetCookie().findLast((cookie) => cookie.startsWith(`__Host-${name}=`))
  return line?.split(';')[0] ?? ''
}
