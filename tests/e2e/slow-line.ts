export interface SlowLineOptions {
  /**
   * Cuts a page into pieces that are released one by one; after each piece the proxy adds a comment with the piece's
   * number
   */
  piecesOf?: (html: string) => string[]
  /** Whether a file waits until the test releases it */
  isHeld?: (path: string) => boolean
  /** Whether a file never arrives */
  isLost?: (path: string) => boolean
}

export interface SlowLine extends AsyncDisposable {
  url: string
  /** Releases a waiting part: a piece of the page by its number, a file by its path. */
  release(part: string): void
}

/** Proxies the site over a slow connection: parts of the site's answers wait until the test releases them. */
export function openSlowLine(site: string, { piecesOf = (html) => [html], isHeld, isLost }: SlowLineOptions): SlowLine {
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gate = (part: string) => {
    const known = gates.get(part) ?? Promise.withResolvers<void>()
    gates.set(part, known)
    return known
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      if (isLost?.(pathname)) return new Response(null, { status: 404 })
      if (isHeld?.(pathname)) await gate(pathname).promise
      const cookie = request.headers.get('cookie')
      const answer = await fetch(new URL(pathname + search, site), cookie ? { headers: { cookie } } : undefined)
      const { status } = answer
      const headers = new Headers(answer.headers)
      for (const name of ['content-encoding', 'content-length']) headers.delete(name)
      if (!headers.get('content-type')?.startsWith('text/html')) return new Response(answer.body, { status, headers })
      const pieces = piecesOf(await answer.text())
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      // Ignores the error: the client may leave before the end.
      sendOneByOne(pieces, writable.getWriter(), (index) => gate(String(index)).promise).catch(() => undefined)
      return new Response(readable, { status, headers })
    },
  })
  return {
    url: `http://localhost:${server.port}`,
    release: (part) => gate(part).resolve(),
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

async function sendOneByOne(
  pieces: string[],
  writer: WritableStreamDefaultWriter<Uint8Array>,
  released: (index: number) => Promise<void>,
): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await released(index)
    await writer.write(new TextEncoder().encode(`${piece}<!--${index}-->`))
  }
  await writer.close()
}
