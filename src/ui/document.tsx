import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { languageTags, localised } from '../i18n/locales.ts'
import { paths, withSlash } from '../paths.ts'
import { useFrame } from './frame.tsx'
import { frameIds } from './frame-ids.ts'
import { ImpersonationBar } from './impersonation-bar.tsx'
import { inlineJson } from './inline-json.ts'
import { inlineScript } from './inline-script.ts'
import type { PageHead } from './page-head.ts'
import { SocialTags } from './social-tags.tsx'
import { Toasts } from './toasts/toasts.tsx'
import { WarningBar } from './warning-bar.tsx'

export interface DocumentProps {
  head: PageHead
  children: ReactNode
}

export function Document({ head, children }: DocumentProps) {
  const { assets, isApp, runtime, siteName, separator, endsWithSlash, isDev, viewer } = useFrame()
  const { locale, t } = useLocale()
  const title = head.title && head.title !== siteName ? `${head.title} ${separator} ${siteName}` : siteName

  const written = (address: string) => (endsWithSlash ? withSlash(address) : address)

  return (
    <html
      lang={languageTags[locale]}
      dir="ltr"
      data-dev={isDev || undefined}
      data-accent={viewer && (viewer.accent ?? '')}
      data-color-mode-forced={head.colorMode}
      className={head.colorMode === 'system' ? undefined : head.colorMode}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta data-scheme="light" name="theme-color" media="(prefers-color-scheme:light)" content="#ffffff" />
        <meta data-scheme="dark" name="theme-color" media="(prefers-color-scheme:dark)" content="#050b14" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <link rel="stylesheet" href={assets.css} />
        {isApp && <link rel="stylesheet" href={assets.appCss} />}
        {/* After the styles: run before them, it makes browsers style the page without its transition and drop that. */}
        <script>{inlineScript}</script>
        <title>{title}</title>
        <meta name="description" content={head.description} />
        <link rel="canonical" href={written(head.canonical)} />
        {head.alternates.map(({ hreflang, href }) => (
          <link key={hreflang} rel="alternate" hrefLang={hreflang} href={written(href)} />
        ))}
        {head.isHiddenFromCrawlers && <meta name="robots" content="noindex, follow" />}
        <SocialTags head={head} title={title} />
        {head.feed && <link rel="alternate" type="application/atom+xml" title={siteName} href={head.feed} />}
        {head.markdown && <link rel="alternate" type="text/markdown" href={head.markdown} />}
        <link rel="icon" sizes="32x32" href="/favicon.ico" />
        <link rel="icon" type="image/svg+xml" sizes="any" href={paths.favicon} />
        <link rel="apple-touch-icon" href={paths.appleTouchIcon} />
        <link rel="manifest" href={localised(locale, paths.webManifest)} />
        <meta
          name="htmx-config"
          content='{"history":false,"includeIndicatorCSS":false,"noSwap":[204,304,"4xx","5xx"]}'
        />
        <script type="module" src={assets.js} />
        {head.jsonLd.map((thing) => (
          <script key={JSON.stringify(thing)} type="application/ld+json">
            {inlineJson(thing)}
          </script>
        ))}
      </head>
      <body>
        <a className="skip-link" href={`#${frameIds.content}`}>
          {t('ui.skipToContent')}
        </a>
        <ImpersonationBar />
        <WarningBar />
        {children}
        <Toasts />
        {/* Last, so that a heading of the same id comes first in the page. */}
        <script id="runtime-config" type="application/json">
          {inlineJson(runtime)}
        </script>
      </body>
    </html>
  )
}
