import { type AboutAsset, useAssetStatus } from '../live/use-asset-status.ts'
import { AssetMark } from './asset-mark.tsx'

export function LiveMark(about: AboutAsset) {
  return <AssetMark standing={useAssetStatus(about)} />
}
