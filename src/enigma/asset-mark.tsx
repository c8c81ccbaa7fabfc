import type { AssetStatus } from '../live/asset-status.ts'

export interface AssetMarkProps {
  standing: AssetStatus
}

/** Label of an asset that is not in normal trading; renders nothing in normal trading. */
export function AssetMark({ standing: { state, mark } }: AssetMarkProps) {
  if (!mark) return null
  return (
    <span className="asset-mark" data-state={state}>
      {mark}
    </span>
  )
}
