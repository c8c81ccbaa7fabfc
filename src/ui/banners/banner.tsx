import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../icon.tsx'

export interface BannerProps {
  /** ID of the banner, stored in the browser once the reader has dismissed it */
  id: string
  className: string
  label: string
  children: ReactNode
}

export function Banner({ id, className, label, children }: BannerProps) {
  const { t } = useLocale()
  return (
    <section className={className} aria-label={label} data-banner={id}>
      {children}
      <button type="button" className="banner-dismiss" aria-label={t('ui.bannerDismiss')} data-dismiss>
        <Icon name="i-lucide-x" />
      </button>
    </section>
  )
}
