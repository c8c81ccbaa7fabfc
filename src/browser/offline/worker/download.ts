import { requestAny } from '../request.ts'

/** Concurrent requests: pages are small, and the reader's own requests come first. */
const atOnce = 4

export interface DownloadResult {
  bytes: number
}

/** Skips responses with a redirect or 4xx. @throws NetworkError, DOMException when there is no room */
export async function download(
  cache: Cache,
  addresses: string[],
  leadsTo: (text: string, type: string) => string[],
  onShare: (share: number) => void,
): Promise<DownloadResult> {
  const known = new Set(addresses)
  const queue = [...known]
  let bytes = 0
  let done = 0
  let share = 0
  const work = async () => {
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      const response = (await cache.match(address)) ?? (await fetchInto(cache, address))
      if (response) {
        const type = response.headers.get('content-type') ?? ''
        const body = await response.arrayBuffer()
        bytes += body.byteLength
        const text = /^text\/|javascript/.test(type) ? new TextDecoder().decode(body) : ''
        for (const next of leadsTo(text, type)) {
          if (known.has(next)) continue
          known.add(next)
          queue.push(next)
        }
      }
      done++
      // Files found on the way add to the work, but progress must not go backwards.
      share = Math.max(share, done / known.size)
      onShare(share)
    }
  }
  // A worker that finds the queue empty may end while another still adds to it: that one then does the rest.
  await Promise.all(Array.from({ length: atOnce }, work))
  return { bytes }
}

/** Sends no cookies: a page fetched for later must not change the reader's language now. */
async function fetchInto(cache: Cache, address: string): Promise<Response | undefined> {
  const isHashed = address.startsWith('/assets/') || address.startsWith('/images/')
  const response = await requestAny(address, { credentials: 'omit', cache: isHashed ? 'default' : 'no-cache' })
  if (!response.ok || response.redirected) return undefined
  await cache.put(address, response.clone())
  return response
}
