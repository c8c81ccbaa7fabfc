import { type AboutAsset, useStanding } from '../live/use-standing.ts'
import { AssetMark } from './asset-mark.tsx'

export function LiveMark(about: AboutAsset) {
  return <AssetMark standing={useStanding(about)} />
}
