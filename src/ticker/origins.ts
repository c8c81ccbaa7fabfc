/** Whether a request comes from a page of another site. Non-browser clients send no origin, and could send any. */
export function createOriginCheck(sites: readonly string[]): (request: Request) => boolean {
  const origins = sites.map((site) => new URL(site.replace(/^ws/, 'http')).origin)
  return (request) => {
    const origin = request.headers.get('origin')
    if (origin === null || origins.includes(origin)) return false
    return URL.parse(origin)?.host !== request.headers.get('host')
  }
}
