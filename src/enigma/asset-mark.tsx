import type { Standing } from '../live/standing.ts'

export interface AssetMarkProps {
  standing: Standing
}

/** Label of an asset that is not in normal trading; otherwise nothing. */
export function AssetMark({ standing: { state, mark } }: AssetMarkProps) {
  if (!mark) return null
  return (
    <span className="asset-mark" data-state={state}>
      {mark}
    </span>
  )
}
