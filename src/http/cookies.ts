import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/* The prefix `__Host-` binds a cookie to this host and to https. Without https browsers reject the prefix. */

type Name = 'sid' | 'pending' | 'device' | 'flash' | 'codes' | 'token' | 'oidc' | 'passkey' | 'wrote'

/** Lifetimes of cookies by name, seconds */
const lifetimes: Record<Name, number> = {
  sid: 30 * 24 * 3600,
  pending: 300,
  device: 365 * 24 * 3600,
  flash: 60,
  codes: 300,
  token: 300,
  oidc: 600,
  passkey: 3600,
  // Must be longer than the max staleness of a database copy
  wrote: 2,
}

export interface Cookies {
  read(c: Context, name: Name): string | undefined
  write(c: Context, name: Name, value: string): void
  remove(c: Context, name: Name): void
}

export function cookieName(siteUrl: string, name: Name): string {
  return siteUrl.startsWith('https:') ? `__Host-${name}` : name
}

export function createCookies(siteUrl: string): Cookies {
  const isHttps = siteUrl.startsWith('https:')
  const full = (name: Name) => cookieName(siteUrl, name)
  const options = { path: '/', httpOnly: true, secure: isHttps, sameSite: 'Lax' } as const
  return {
    read: (c, name) => getCookie(c, full(name)),
    write: (c, name, value) => setCookie(c, full(name), value, { ...options, maxAge: lifetimes[name] }),
    remove: (c, name) => {
      deleteCookie(c, full(name), options)
    },
  }
}
