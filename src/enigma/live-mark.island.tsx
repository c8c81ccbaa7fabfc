import { type AboutAsset, useAssetStatus } from '../live/use-tick.ts'
import { AssetMark } from './asset-mark.tsx'

export function LiveMark(about: AboutAsset) {
  return <AssetMark standing={useAssetStatus(about)} />
}
