import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { useFrame } from '../frame.tsx'

export interface GuideLinkProps {
  /** Slug of a page of Kurs' own documentation; other content may lack this page */
  slug: string
  children: ReactNode
}

/** Link to a documentation page; plain text if the page does not exist. */
export function GuideLink({ slug, children }: GuideLinkProps) {
  const { locale } = useLocale()
  const { hasGuide = () => true } = useFrame()
  if (!hasGuide(slug)) return children
  return <a href={localised(locale, href(paths.docsPage, { slug }))}>{children}</a>
}
