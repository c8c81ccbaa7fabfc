import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { AssetLogo } from '../live/asset-logo.tsx'
import type { Instrument } from '../market/instrument.ts'
import { href, paths } from '../paths.ts'

export interface AssetLinkProps {
  instrument: Instrument
}

export function AssetLink({ instrument: { asset, base, quote, name } }: AssetLinkProps) {
  const { locale } = useLocale()
  return (
    <a className="start-asset" href={localised(locale, href(paths.enigmaAsset, { asset }))}>
      <AssetLogo base={base} />
      <b>
        {base}
        <span>/{quote}</span>
      </b>
      <span className="start-asset-name">{name}</span>
    </a>
  )
}
