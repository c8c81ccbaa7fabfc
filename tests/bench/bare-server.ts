/** A bare `Bun.serve` that answers every request with bytes and headers from a file: the baseline of the comparison. */
const [file = ''] = process.argv.slice(2)
const answer: { headers: Record<string, string>; body: string } = await Bun.file(file).json()
const body = Buffer.from(answer.body, 'base64')
const server = Bun.serve({ port: 0, development: false, fetch: () => new Response(body, { headers: answer.headers }) })
process.stdout.write(`${server.port}\n`)

export {}
