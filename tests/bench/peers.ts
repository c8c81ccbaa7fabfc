import { median } from './load.ts'
import { benchNavigation } from './navigation.ts'
import type { Report } from './report.ts'
import { benchWeight } from './weight.ts'

const path = '/docs/section-1/page-10'
/** Number of kept-alive connections, as wrk opens them */
const connections = 32
/** Duration of a turn, seconds */
const seconds = 3

export interface PeersBench {
  /**
   * Origins of the compared sites: the whole product with market and bots, and the other generators' files with the
   * same hundred pages
   */
  own: string
  starlight: string
  vitepress: string
  rounds: number
}

interface Rate {
  perSecond: number
  /** 99th percentile of the latency, ms */
  p99: number
}

/**
 * Compares a documentation page with Starlight and VitePress, in turn: responses per second by wrk, paints and scripts
 * on a processor four times slower, and navigation to the next page. `file-server.ts` serves the files of the other two
 * generators.
 */
export async function benchPeers(report: Report, { own, starlight, vitepress, rounds }: PeersBench): Promise<void> {
  await benchRates(report, { own: own + path, theirs: `${starlight}${path}/`, rounds })
  await benchWeight(report, { own: own + path, starlight: `${starlight}${path}/`, rounds })
  await benchNavigation(report, { own, vitepress, rounds })
}

async function benchRates(report: Report, { own, theirs, rounds }: { own: string; theirs: string; rounds: number }) {
  for (const [name, encoding] of [
    ['packed', 'br'],
    ['plain', 'identity'],
  ] as const) {
    const rates = { own: [] as Rate[], theirs: [] as Rate[] }
    // Fetches the page once first: if all connections requested it at once, it would be compressed for each of them.
    for (const url of [own, theirs]) await (await fetch(url, { headers: { 'accept-encoding': encoding } })).text()
    // The first round is not counted: it warms up the servers.
    for (let round = 0; round <= rounds; round++) {
      const turn = { own: await runWrk(own, encoding), theirs: await runWrk(theirs, encoding) }
      if (round === 0) continue
      rates.own.push(turn.own)
      rates.theirs.push(turn.theirs)
    }
    const middle = (whose: keyof typeof rates, of: keyof Rate) => median(rates[whose].map((rate) => rate[of]))
    report(`docs page, ${name}, ${connections} connections`, middle('own', 'perSecond'), 'req/s')
    report("    Starlight's files", middle('theirs', 'perSecond'), 'req/s')
    const ratios = rates.own.map(({ perSecond }, at) => perSecond / (rates.theirs[at]?.perSecond ?? Number.NaN))
    report('    ratio, ours to theirs', median(ratios), '', { atLeast: 1.2 })
    report(`docs page, ${name}: p99`, middle('own', 'p99'), 'ms', { atMost: middle('theirs', 'p99') })
    report("    Starlight's files", middle('theirs', 'p99'), 'ms')
  }
}

/**
 * Measures one turn with wrk. @throws Error when wrk is missing (Debian: `apt-get install wrk`) or has received faulty
 * responses
 */
async function runWrk(url: string, encoding: string): Promise<Rate> {
  const wrk = Bun.which('wrk')
  if (!wrk) throw new Error('The rates are measured with wrk, which is not installed (Debian: apt-get install wrk)')
  const headers = ['-H', `Accept-Encoding: ${encoding}`, '-H', 'Accept: text/html,*/*;q=0.8']
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...headers, url]
  const child = Bun.spawn([wrk, ...words], { stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1])
  const [, value, unit = ''] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(text) ?? []
  const p99 = Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
  if (!(perSecond > 0 && p99 > 0) || /Non-2xx/.test(text)) throw new Error(`wrk ${words.join(' ')}:\n${text}`)
  return { perSecond, p99 }
}
