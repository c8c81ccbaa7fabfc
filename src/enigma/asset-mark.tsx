import { useLocale } from '../i18n/context.tsx'
import type { AssetState } from '../market/asset-state.ts'

export interface AssetMarkProps {
  state: AssetState
}

/** That an asset is not simply traded; nothing when it is. */
export function AssetMark({ state }: AssetMarkProps) {
  const { t } = useLocale()
  if (state === 'trading') return null
  return (
    <span className="asset-mark" data-state={state}>
      {t(`market.assetStates.${state}`)}
    </span>
  )
}
