import { withSlash } from '../../paths.ts'
import { useFrame } from '../frame.tsx'
import { inlineJson } from '../inline-json.ts'
import type { PageHead } from '../page-head.ts'
import { SocialTags } from './social-tags.tsx'

export interface PageTagsProps {
  head: PageHead
}

/** Tags of the head that differ from page to page; `pageTags` must match each of them. */
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
