/**
 * Faults of a send, before or after delivery: a server error, a truncated response, a reset connection, or no response
 */
const kinds = ['500', '502', 'cut', 'reset', 'hang'] as const
export type Fault = `${'before' | 'after'}-${(typeof kinds)[number]}`

export const faults: readonly Fault[] = kinds.flatMap((kind) => [`before-${kind}`, `after-${kind}`] as const)

export const failBefore = (fault: Fault) => fault.startsWith('before')
export const failAfter = (fault: Fault) => fault.startsWith('after')

/** Returns a faulty response as the client sees it. */
export async function badFault(fault: Fault): Promise<Response> {
  const kind = fault.slice(fault.indexOf('-') + 1)
  if (kind === '500') {
    const answer = { ok: false, error_code: 500, description: 'Internal Server Error' }
    return Response.json(answer, { status: 500 })
  }
  if (kind === '502') return new Response('<html><title>502 Bad Gateway</title></html>', { status: 502 })
  if (kind === 'hang') return new Promise(() => {})
  // Bun resets a connection (RST) whose response fails before its first byte; without an error object it logs nothing.
  if (kind === 'reset') return new Response(new ReadableStream({ start: (answer) => answer.error() }))
  return new Response('{"ok":', { headers: { 'content-type': 'application/json' } })
}
