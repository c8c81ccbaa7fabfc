import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

export interface SecurityOptions {
  inlineScripts: string[]
  /** Further origins that scripts may reach with fetch and websockets */
  connectTo: string[]
  isHttps: boolean
  /** Origins of analytics scripts, and of the servers to which they report */
  analytics?: string[] | undefined
}

const noFrames = `frame-ancestors 'none'`

/** The inline script (color mode, remembered choices) is allowed by its hash, so injected scripts cannot run. */
export function securityHeaders({
  inlineScripts,
  connectTo,
  isHttps,
  analytics = [],
}: SecurityOptions): [string, string][] {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'`,
  )
  const policy = [
    `default-src 'none'`,
    `script-src ${["'self'", ...hashes, ...analytics].join(' ')}`,
    `style-src 'self'`,
    `img-src ${["'self'", 'data:', ...analytics].join(' ')}`,
    `media-src 'self'`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...[...connectTo, ...analytics].flatMap(originsOf)].join(' ')}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    // `default-src` covers this, but security scanners look for it by name.
    `object-src 'none'`,
    `base-uri 'none'`,
    noFrames,
  ]
  return [
    ['content-security-policy', policy.join('; ')],
    ['x-content-type-options', 'nosniff'],
    // Sends origin and referrer within the site, because our CSRF checks need them.
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
    ...(isHttps
      ? ([['strict-transport-security', 'max-age=31536000; includeSubDomains']] satisfies [string, string][])
      : []),
  ]
}

/** Returns the origins of a host: CSP treats https and wss of one host as two origins. */
function originsOf(address: string): string[] {
  const { protocol, host } = new URL(address)
  const isSecure = protocol === 'https:' || protocol === 'wss:'
  return isSecure ? [`https://${host}`, `wss://${host}`] : [`http://${host}`, `ws://${host}`]
}

/** Headers of a file that differ from those of pages. */
export function fileHeaders(path: string): Record<string, string> {
  if (path.startsWith('/assets/offline-worker-')) return { 'content-security-policy': workerPolicy() }
  // Lets other sites show pictures, because feed readers show an article's pictures on their own pages.
  return /\.(webp|png|svg|jpe?g|gif|avif)$/.test(path) ? { 'cross-origin-resource-policy': 'cross-origin' } : {}
}

/**
 * Returns the policy of the offline search worker, which alone may compile WebAssembly. Workers use the policy of their
 * own file.
 */
function workerPolicy(): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    noFrames,
  ]
  return policy.join('; ')
}

export function sendHeaders(headers: [string, string][]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Sets the headers before the handlers, so that cached responses have them, and after them, for responses created
    // without the context.
    for (const [name, value] of headers) c.header(name, value)
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.header(name, value)
  }
}

/** Allows the current page to embed frames from these hosts. */
export function allowFrames(c: Context<AppEnv>, hosts: readonly string[]): void {
  const policy = c.res.headers.get('content-security-policy')
  const sources = hosts.map((host) => `https://${host}`).join(' ')
  if (policy) c.header('content-security-policy', `${policy}; frame-src ${sources}`)
}

/** Allows one other site to embed the page. @param origin  such as `https://web.telegram.org` */
export function allowFraming(origin: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const policy = c.res.headers.get('content-security-policy')
    if (!c.res.ok || !policy) return
    c.header('content-security-policy', policy.replace(noFrames, `frame-ancestors ${origin}`))
  }
}
