/** Origin of the URLs in the test double. */
export const cacheOrigin = 'https://kurs.test'

/** An in-memory Cache Storage of a browser, as far as the service worker uses it. */
export function createCacheStorage() {
  const caches = new Map<string, ReturnType<typeof createCache>>()
  const open = async (name: string) => {
    const cache = caches.get(name) ?? createCache()
    caches.set(name, cache)
    return cache
  }
  return {
    open,
    keys: async () => [...caches.keys()],
    has: async (name: string) => caches.has(name),
    delete: async (name: string) => caches.delete(name),
    match: async (address: string, { cacheName = '' }: { cacheName?: string } = {}) =>
      caches.get(cacheName)?.match(address),
  }
}

function createCache() {
  const entries = new Map<string, Response>()
  return {
    match: async (address: string) => entries.get(urlOf(address))?.clone(),
    put: async (address: string, response: Response) => void entries.set(urlOf(address), response),
    delete: async (address: string | Request) => entries.delete(urlOf(address)),
    keys: async () => Array.from(entries.keys(), (url) => new Request(url)),
  }
}

function urlOf(address: string | Request): string {
  return new URL(typeof address === 'string' ? address : address.url, cacheOrigin).href
}
