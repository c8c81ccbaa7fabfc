import { useLocale } from '../../i18n/context.tsx'
import { languageTags, locales } from '../../i18n/locales.ts'
import { withSlash } from '../../paths.ts'
import { useFrame } from '../frame.tsx'
import { inlineJson } from '../inline-json.ts'
import type { PageHead } from '../page-head.ts'

export interface PageTagsProps {
  head: PageHead
}

/** Tags in `<head>` that differ from page to page; the selector `pageTags` must match each of them. */
export function PageTags({ head }: PageTagsProps) {
  const { assets, siteName, separator, endsWithSlash } = useFrame()
  const title = head.title && head.title !== siteName ? `${head.title} ${separator} ${siteName}` : siteName
  const written = (address: string) => (endsWithSlash ? withSlash(address) : address)
  return (
    <>
      {head.codeFonts?.map((name) => (
        <link
          key={name}
          data-code
          rel="preload"
          as="font"
          type="font/woff2"
          href={assets.fonts[name]}
          crossOrigin="anonymous"
        />
      ))}
      <title>{title}</title>
      {head.description && <meta name="description" content={head.description} />}
      <link rel="canonical" href={written(head.canonical)} />
      {head.alternates.map(({ hreflang, href }) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={written(href)} />
      ))}
      {head.isHiddenFromCrawlers && <meta name="robots" content="noindex, follow" />}
      <SocialTags head={head} title={title} />
      {head.feed && <link rel="alternate" type="application/atom+xml" title={siteName} href={head.feed} />}
      {head.markdown && <link rel="alternate" type="text/markdown" href={head.markdown} />}
      {head.jsonLd.map((thing) => (
        <script key={JSON.stringify(thing)} type="application/ld+json">
          {inlineJson(thing)}
        </script>
      ))}
    </>
  )
}

interface SocialTagsProps {
  head: PageHead
  title: string
}

function SocialTags({ head, title }: SocialTagsProps) {
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
