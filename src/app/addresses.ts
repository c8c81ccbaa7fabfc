import { withSlash } from '../paths.ts'
import type { App } from './app.ts'

/** For sites whose page URLs end with a slash: redirects to the slash form, and removes the slash before routing. */
export function behindSlashes(answer: App['fetch']): App['fetch'] {
  return (request, addressOf) => {
    const path = pathOf(request.url)
    const { origin, search } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // Keeps only one leading slash: a leading `//host` would leave the site.
    const right = withSlash(path).replace(/^\/+/, '/')
    if (isRead && right !== path) return new Response(null, { status: 301, headers: { location: right + search } })
    const bare = path === '/' || !path.endsWith('/') ? path : path.slice(0, -1)
    return answer(bare === path ? request : new Request(origin + bare + search, request), addressOf)
  }
}

/** Returns the path of an absolute URL, without the cost of a URL object. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}
