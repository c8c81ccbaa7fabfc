import { median } from './load.ts'
import type { Report } from './report.ts'

/** Numbers of warm-up responses and of measured responses */
const [early, measured] = [60, 120]

/**
 * Measures first views of pages since the server started, one after the other, each to the last compressed byte. @param
 * count  pages per language
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
    // Waits until the page is cached, because the next request would otherwise wait for the caching.
    let { headers: kept } = response
    while (!kept.get('etag')) {
      const again = await fetch(url, { headers, decompress: false })
      await again.arrayBuffer()
      kept = again.headers
    }
  }
  report('uncached page over HTTP, br: request to last byte, median', median(times), 'ms', { atMost: 6 })
}
