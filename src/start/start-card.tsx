import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { AssetLogo } from '../live/asset-logo.tsx'
import type { Instrument } from '../market/instrument.ts'
import { quoteText } from '../market/instrument.ts'
import { href, paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'

export interface StartCardProps {
  id: string
  title: string
  /** Link to more content: a path without the locale prefix, and the link's text */
  more?: { path: string; text: string }
  children: ReactNode
}

export function StartCard({ id, title, more, children }: StartCardProps) {
  const { locale } = useLocale()
  return (
    <section className="start-card" aria-labelledby={id}>
      <div className="start-card-head">
        <h2 id={id}>{title}</h2>
        {more && (
          <a href={localised(locale, more.path)}>
            {more.text}
            <Icon name="i-lucide-arrow-right" />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

export interface AssetLinkProps {
  instrument: Instrument
}

export function AssetLink({ instrument }: AssetLinkProps) {
  const { asset, base, name } = instrument
  const { locale } = useLocale()
  return (
    <a className="start-asset" href={localised(locale, href(paths.enigmaAsset, { asset }))}>
      <AssetLogo base={base} />
      <b>
        {base}
        <span>/{quoteText(instrument)}</span>
      </b>
      <span className="start-asset-name">{name}</span>
    </a>
  )
}
