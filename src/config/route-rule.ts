export interface RouteRule {
  /** Path that the rule redirects; with `/**` at its end, that path and everything below it */
  from: string
  /**
   * Target of the redirect: a path of the site or a URL elsewhere; `/**` at its end is replaced with the matched rest
   */
  to: string
  status: 301 | 302 | 307 | 308
}
