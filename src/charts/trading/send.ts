/** Outcome of a change that a script of the page asks for: `offline` if the server did not answer or could not answer */
export type Sent<Body> = { status: 'done'; body: Body } | { status: 'refused'; reason: string } | { status: 'offline' }

/** Posts a form and reads the outcome as JSON. A refusal has its reason in the language of the address. */
export async function send<Body>(address: string, fields: Record<string, string>): Promise<Sent<Body>> {
  try {
    const headers = { accept: 'application/json' }
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers })
    if (response.status >= 500) return { status: 'offline' }
    const body = await response.json().catch(() => ({}))
    return response.ok ? { status: 'done', body } : { status: 'refused', reason: body.title ?? '' }
  } catch {
    return { status: 'offline' }
  }
}
