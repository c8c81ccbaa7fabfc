import { useLocale } from '../../i18n/context.tsx'
import { languageTags, locales } from '../../i18n/locales.ts'
import { withSlash } from '../../paths.ts'
import { useFrame } from '../frame.tsx'
import type { PageHead } from '../page-head.ts'

export interface SocialTagsProps {
  head: PageHead
  title: string
}

export function SocialTags({ head, title }: SocialTagsProps) {
  const { siteName, siteDescription, twitter, endsWithSlash } = useFrame()
  const { locale } = useLocale()
  return (
    <>
      <meta property="og:type" content={head.type} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={head.title || siteName} />
      {head.description && <meta property="og:description" content={head.description} />}
      <meta property="og:url" content={endsWithSlash ? withSlash(head.canonical) : head.canonical} />
      <meta property="og:locale" content={underscored(languageTags[locale])} />
      {locales
        .filter((other) => other !== locale)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={underscored(languageTags[other])} />
        ))}
      {head.image && (
        <>
          <meta property="og:image" content={head.image.src} />
          <meta property="og:image:width" content={String(head.image.width)} />
          <meta property="og:image:height" content={String(head.image.height)} />
          <meta property="og:image:alt" content={head.image.alt ?? siteDescription} />
        </>
      )}
      {head.publishedAt && <meta property="article:published_time" content={head.publishedAt} />}
      {head.modifiedAt && <meta property="article:modified_time" content={head.modifiedAt} />}
      <meta name="twitter:card" content={head.image ? 'summary_large_image' : 'summary'} />
      {twitter && <meta name="twitter:site" content={twitter} />}
      <meta name="twitter:title" content={title} />
      {head.description && <meta name="twitter:description" content={head.description} />}
      {head.image && <meta name="twitter:image" content={head.image.src} />}
    </>
  )
}

function underscored(tag: string): string {
  return tag.replace('-', '_')
}
