import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import type { Instrument } from '../instrument.ts'

export interface AssetLinkProps {
  instrument: Instrument
}

/** What an asset is called, and the way to its page. */
export function AssetLink({ instrument: { asset, base, quote, name } }: AssetLinkProps) {
  const { locale } = useLocale()
  return (
    <a className="start-asset" href={localised(locale, href(paths.enigmaAsset, { asset }))}>
      <b>
        {base}
        <span>/{quote}</span>
      </b>
      <span className="start-asset-name">{name}</span>
    </a>
  )
}
