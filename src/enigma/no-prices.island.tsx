import { type AboutAsset, useAssetStatus } from '../live/use-asset-status.ts'

export function NoPrices(about: AboutAsset) {
  return <b>{useAssetStatus(about).empty}</b>
}
