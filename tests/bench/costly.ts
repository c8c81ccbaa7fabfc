import { join } from 'node:path'
import { median } from './load.ts'
import type { Report } from './report.ts'

const samples = 60
const pauseMs = 20
const measured = {
  'a search page': '/search?q=%D1%86%D0%B5%D0%BD%D0%B0',
  'a cached page': '/docs/section-1/page-10',
} as const
const crowds = [
  ['queries', 1],
  ['queries', 50],
  ['searches', 1],
] as const

/**
 * Measures a reader's waiting time from another network while fifty of the most expensive public requests run in
 * parallel.
 */
export async function benchCostly(report: Report, port: number): Promise<void> {
  await mediansOf(port)
  for (const [kind, networks] of crowds) {
    const alone = await mediansOf(port)
    const command = [process.execPath, join(import.meta.dir, 'costly-callers.ts'), `${port}`, kind, `${networks}`]
    const callers = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
    await callers.stdout.getReader().read()
    const crowded = await mediansOf(port)
    if (callers.exitCode !== null) throw new Error('The callers have failed')
    callers.kill()
    await callers.exited
    for (const [what, ms] of Object.entries(crowded)) {
      const beside = `${what} beside 50 ${kind} of ${networks} network${networks > 1 ? 's' : ''}`
      report(`${beside}, median`, ms, 'ms')
      report(`${beside}, times alone`, ms / (alone[what] ?? Number.NaN), '', { atMost: 2 })
    }
    // Waits until the rest of the queue has been answered.
    await Bun.sleep(3000)
  }
}

/** Returns the median time to the last byte by page name, ms */
async function mediansOf(port: number): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  for (let sample = 0; sample < samples; sample++) {
    for (const [what, path] of Object.entries(measured)) {
      const startedAt = performance.now()
      const headers = { 'accept-encoding': 'br', 'x-forwarded-for': '203.0.113.1' }
      const response = await fetch(`http://localhost:${port}${path}`, { headers, decompress: false })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
      times[what] = [...(times[what] ?? []), performance.now() - startedAt]
      await Bun.sleep(pauseMs)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([what, all]) => [what, median(all)]))
}
