import { isHashed, pictureOf } from './addresses.ts'
import type { PageRequestEvent } from './answer-page.ts'
import { copiedAddresses, copyAt, rememberCopy } from './visited.ts'

/** Hashed files come from a copy if there is one; others from the network if it responds. */
export function answerFile(event: PageRequestEvent, pathname: string): void {
  event.respondWith(isHashed(pathname) ? copyFirst(event, pathname) : networkFirst(event, pathname))
}

async function copyFirst(event: PageRequestEvent, pathname: string): Promise<Response> {
  const copy = await copyAt(pathname)
  if (copy) return copy
  try {
    return await fetchAndRemember(event, pathname)
  } catch {
    return (await otherWidth(pathname)) ?? Response.error()
  }
}

async function networkFirst(event: PageRequestEvent, pathname: string): Promise<Response> {
  try {
    return await fetchAndRemember(event, pathname)
  } catch {
    return (await copyAt(pathname)) ?? Response.error()
  }
}

async function fetchAndRemember(event: PageRequestEvent, pathname: string): Promise<Response> {
  const response = await fetch(event.request)
  // The worker stores its own downloads. A partial response is not a copy of the file.
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
  if (isWhole && event.request.destination !== '') {
    event.waitUntil(rememberCopy('files', pathname, response.clone()).catch(() => undefined))
  }
  return response
}

/** A picture is saved in one width, which replaces the others. */
async function otherWidth(pathname: string): Promise<Response | undefined> {
  const picture = pictureOf(pathname)
  const other = picture && (await copiedAddresses()).find((address) => address.startsWith(picture))
  return other ? copyAt(other) : undefined
}
