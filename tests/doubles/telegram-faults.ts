/** What happens to a send: an error of the server, half an answer, or none; before it is delivered or after */
export type Fault = `${'before' | 'after'}-${'500' | '502' | 'cut' | 'hang'}`

export const failBefore = (fault: Fault) => fault.startsWith('before')
export const failAfter = (fault: Fault) => fault.startsWith('after')

/** As the client sees it. */
export async function badFault(fault: Fault): Promise<Response> {
  const kind = fault.slice(fault.indexOf('-') + 1)
  if (kind === '500') {
    const answer = { ok: false, error_code: 500, description: 'Internal Server Error' }
    return Response.json(answer, { status: 500 })
  }
  if (kind === '502') return new Response('<html><title>502 Bad Gateway</title></html>', { status: 502 })
  if (kind === 'hang') return new Promise(() => {})
  return new Response('{"ok":', { headers: { 'content-type': 'application/json' } })
}
