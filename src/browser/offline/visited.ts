import { cachePrefix, filesPrefix, versionPrefix, visitedPrefix } from './names.ts'

declare const BUILD_ID: string

const prefixes = { pages: visitedPrefix, files: filesPrefix }
const limits = { pages: 200, files: 300 }

type Kind = keyof typeof limits

/**
 * Ignores queries. Saved versions come before visited pages; while a newer version is being made, the older one is
 * used.
 */
export async function copyAt(pathname: string): Promise<Response | undefined> {
  for (const cacheName of await ownCaches()) {
    const copy = await caches.match(pathname, { cacheName, ignoreVary: true })
    if (copy) return copy
  }
  return undefined
}

export async function copiedAddresses(): Promise<string[]> {
  const lists = await Promise.all(
    (await ownCaches()).map(async (name) => {
      const cache = await caches.open(name)
      return (await cache.keys()).map(({ url }) => new URL(url).pathname)
    }),
  )
  return lists.flat()
}

/** Stores a copy and evicts the oldest beyond the limit. */
export async function rememberCopy(kind: Kind, pathname: string, response: Response): Promise<void> {
  if (!(await isWanted())) return
  const cache = await caches.open(cacheOf(kind))
  await cache.delete(pathname)
  await cache.put(pathname, response)
  const addresses = await cache.keys()
  await Promise.all(
    addresses.slice(0, Math.max(0, addresses.length - limits[kind])).map((oldest) => cache.delete(oldest)),
  )
}

/** Saved versions stay: each has its own files and is replaced when a newer one is complete. */
export async function removeOtherBuilds(): Promise<void> {
  const current = [cacheOf('pages'), cacheOf('files')]
  const others = (await caches.keys()).filter(
    (name) => Object.values(prefixes).some((prefix) => name.startsWith(prefix)) && !current.includes(name),
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}

function cacheOf(kind: Kind): string {
  return prefixes[kind] + BUILD_ID
}

/** A service worker outlives its registration until its pages are closed: without saved versions it stores nothing. */
async function isWanted(): Promise<boolean> {
  return (await caches.keys()).some((name) => name.startsWith(versionPrefix))
}

async function ownCaches(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  const isKept = (name: string) => name.startsWith(versionPrefix)
  return [...names.filter(isKept), ...names.filter((name) => !isKept(name))]
}
