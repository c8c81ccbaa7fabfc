import { type AboutAsset, useStanding } from '../live/use-standing.ts'
import { AssetMark } from './asset-mark.tsx'

/** The mark of an asset beside its name, for as long as it has one. */
export function LiveMark(about: AboutAsset) {
  return <AssetMark standing={useStanding(about)} />
}
