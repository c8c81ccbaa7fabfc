/**
 * Fifty callers of one public endpoint in a separate process: `bun costly-callers.ts PORT QUERIES|SEARCHES [NETWORKS]`.
 * Each caller repeats its request after the response and obeys Retry-After; together they use NETWORKS client networks.
 * Prints `begun` when each caller has been answered once.
 */
import { href, paths } from '../../src/paths.ts'

const [port = '', kind = 'queries', networks = '1'] = process.argv.slice(2)
const callers = 50
const maxWaitMs = 1000
const answered = new Set<number>()

/**
 * The most expensive requests that are accepted: everything sorted by the longest column, and words that occur on
 * nearly every page.
 */
const dearest: Record<string, () => Promise<Response>> = {
  queries: () => {
    const n = Math.floor(Math.random() * 1e6)
    const sql = `SELECT * FROM _content_docs_ru WHERE ("title" <> '${n}') ORDER BY body DESC LIMIT 1000`
    return call(href(paths.contentQuery, { collection: 'docs_ru' }), { method: 'POST', body: JSON.stringify({ sql }) })
  },
  searches: () => call(`${paths.search}?q=${encodeURIComponent('с поток данных сделкаа странцы')}`),
}
let network = 0

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    'accept-encoding': 'br',
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.100.${1 + (++network % Number(networks))}`,
  }
  return fetch(`http://localhost:${port}${path}`, { ...init, headers, decompress: false })
}

async function ask(caller: number): Promise<never> {
  for (;;) {
    const response = await dearest[kind]?.()
    await response?.arrayBuffer()
    if (!answered.has(caller) && answered.add(caller).size === callers) process.stdout.write('begun\n')
    if (response && response.status !== 200) {
      await Bun.sleep(Math.min(maxWaitMs, Number(response.headers.get('retry-after') ?? 1) * 1000))
    }
  }
}

await Promise.all(Array.from({ length: callers }, (_, caller) => ask(caller)))
