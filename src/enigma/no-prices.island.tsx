import { type AboutAsset, useStanding } from '../live/use-standing.ts'

/** Why an asset has no price. */
export function NoPrices(about: AboutAsset) {
  return <b>{useStanding(about).empty}</b>
}
