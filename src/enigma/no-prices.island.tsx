import { type AboutAsset, useAssetStatus } from '../live/use-tick.ts'

export function NoPrices(about: AboutAsset) {
  return <b>{useAssetStatus(about).empty}</b>
}
