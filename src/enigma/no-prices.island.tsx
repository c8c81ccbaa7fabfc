import { type AboutAsset, useStanding } from '../live/use-standing.ts'

export function NoPrices(about: AboutAsset) {
  return <b>{useStanding(about).empty}</b>
}
