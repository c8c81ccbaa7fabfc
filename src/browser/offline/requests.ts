import type { PageKind } from '../../content/collections.ts'
import type { Locale } from '../../i18n/locales.ts'

export class NetworkError extends Error {}

/** Fetches an address. @throws NetworkError when there is no response or an error status */
export async function request(address: string, options: RequestInit): Promise<Response> {
  const response = await requestAny(address, options)
  if (!response.ok) throw new NetworkError(`${address} responded with ${response.status}`)
  return response
}

/**
 * Fetches an address; a 4xx response is not an error. @throws NetworkError when there is no response or a 5xx status
 */
export async function requestAny(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, options).catch((error: unknown) => {
    throw new NetworkError(`${address} is unreachable`, { cause: error })
  })
  if (response.status >= 500) throw new NetworkError(`${address} responded with ${response.status}`)
  return response
}

declare const CONTENT_MANIFEST: string

/**
 * Kinds of saved pages, in the order in which the server indexes them, so that pages with equal scores rank the same.
 */
export const savedKinds: PageKind[] = ['blog', 'docs']

export interface Version {
  id: string
  checksums: Map<PageKind, string>
}

/** Fetches the ID and checksums of the newest content. @throws NetworkError when the server cannot be reached */
export async function fetchVersion(locale: Locale, build: string, hasWasm: boolean): Promise<Version> {
  const response = await request(CONTENT_MANIFEST, { cache: 'no-cache', credentials: 'omit' })
  const manifest: { checksums: Record<string, string> } = await response.json()
  const checksums = new Map(savedKinds.map((kind) => [kind, manifest.checksums[`${kind}_${locale}`] ?? '']))
  return { id: await digestOf([build, String(hasWasm), ...checksums.values()].join(' ')), checksums }
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
