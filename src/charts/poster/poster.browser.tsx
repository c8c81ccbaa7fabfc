import type { PosterProps } from './poster.tsx'

/** Leaves what the server has drawn: hydration does not set the HTML of an element. */
const asDrawn = { __html: '' }

/**
 * The browser's version of `Poster`, which the asset build puts in its place: the picture is drawn by the server and
 * replaced by the chart, so that browsers never draw it.
 */
export function Poster({ candles, className }: PosterProps) {
  if (candles.length === 0) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is a constant
  return <div className={`chart-poster ${className}`} aria-hidden="true" dangerouslySetInnerHTML={asDrawn} />
}
