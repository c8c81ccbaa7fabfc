import { median } from './load.ts'
import type { Report } from './report.ts'

/** Number of warm-up responses, and of measured ones */
const [early, measured] = [60, 120]

/**
 * Measures first views of pages since the server started: to the last compressed byte, one after the other.
 * @param count  pages per language
 */
export async function benchFirstViews(report: Report, port: number, count: number): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < early + measured; n++) {
    const at = n % count
    const url = `http://127.0.0.1:${port}${n < count ? '' : '/en'}/docs/section-${Math.floor(at / 50) + 1}/page-${at}`
    const headers = { 'accept-encoding': 'br' }
    const asked = performance.now()
    const response = await fetch(url, { headers, decompress: false })
    await response.arrayBuffer()
    if (n >= early) times.push(performance.now() - asked)
    // Waits for the page's cached copy before the next request, which would otherwise wait for it.
    let { headers: kept } = response
    while (!kept.get('etag')) {
      const again = await fetch(url, { headers, decompress: false })
      await again.arrayBuffer()
      kept = again.headers
    }
  }
  report('uncached page over HTTP, br: request to last byte, median', median(times), 'ms', { atMost: 6 })
}
