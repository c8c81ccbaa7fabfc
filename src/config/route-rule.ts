export interface RouteRule {
  /** A path, or with `/**` at its end that path and all below it */
  from: string
  /** A path of the site or an address elsewhere; `/**` at its end stands for what `**` was */
  to: string
  status: 301 | 302 | 307 | 308
}
