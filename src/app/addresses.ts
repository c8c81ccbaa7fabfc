import { withSlash } from '../paths.ts'
import type { App } from './app.ts'

/** Where addresses of pages end with a slash: without it they lead there, and with it routes see them without. */
export function behindSlashes(answer: App['fetch']): App['fetch'] {
  return (request, addressOf) => {
    const path = pathOf(request.url)
    const { origin, search } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A leading `//host` would leave the site.
    const right = withSlash(path).replace(/^\/+/, '/')
    if (isRead && right !== path) return new Response(null, { status: 301, headers: { location: right + search } })
    const bare = path === '/' || !path.endsWith('/') ? path : path.slice(0, -1)
    return answer(bare === path ? request : new Request(origin + bare + search, request), addressOf)
  }
}

/** Of an absolute address, without making a URL object for it. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}
