import type { Standing } from '../live/standing.ts'

export interface AssetMarkProps {
  standing: Standing
}

/** That an asset is not simply traded; nothing when it is. */
export function AssetMark({ standing: { state, mark } }: AssetMarkProps) {
  if (!mark) return null
  return (
    <span className="asset-mark" data-state={state}>
      {mark}
    </span>
  )
}
