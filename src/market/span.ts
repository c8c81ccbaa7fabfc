/** From inclusive, to exclusive, ms UTC. */
export interface Span {
  from: number
  to: number
}

export interface AssetSpan extends Span {
  asset: string
}
