import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env.ts'

export interface SecurityOptions {
  /** Inline scripts that every page may run; allowed by their hash */
  inlineScripts: string[]
  /** Addresses where the browser may connect besides this site, by fetch and by websocket */
  connectTo: string[]
  isHttps: boolean
}

/**
 * Headers of every answer. Scripts and styles come from this site only; the one inline script (colour mode and remembered choices before the
 * first paint) is allowed by its hash, so injected markup runs nothing.
 */
export function securityHeaders({ inlineScripts, connectTo, isHttps }: SecurityOptions): [string, string][] {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'`,
  )
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${hashes.join(' ')}`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...connectTo.flatMap(originsOf)].join(' ')}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    // Fallbacks reach it already; checkers look for the word.
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return [
    ['content-security-policy', policy.join('; ')],
    ['x-content-type-options', 'nosniff'],
    // Origin and referrer stay available to our own form checks.
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
    ...(isHttps
      ? ([['strict-transport-security', 'max-age=31536000; includeSubDomains']] satisfies [string, string][])
      : []),
  ]
}

/** `https://ticker.example` and `wss://ticker.example` for either of them: a policy takes them for two. */
function originsOf(address: string): string[] {
  const { protocol, host } = new URL(address)
  const isSecure = protocol === 'https:' || protocol === 'wss:'
  return isSecure ? [`https://${host}`, `wss://${host}`] : [`http://${host}`, `ws://${host}`]
}

/**
 * The one script that may compile WebAssembly is the worker that searches kept documentation: workers have the policy
 * their own file comes with, so pages stay without it.
 */
export function workerHeaders(path: string): Record<string, string> {
  if (!path.startsWith('/assets/offline-worker-')) return {}
  const policy = [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  return { 'content-security-policy': policy.join('; ') }
}

export function sendHeaders(headers: [string, string][]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Before, so that a page that is kept has them; after, for answers that were made without the context.
    for (const [name, value] of headers) c.header(name, value)
    await next()
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.header(name, value)
  }
}
