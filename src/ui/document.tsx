import type { ReactNode } from 'react'
import { useLocale } from '../i18n/context.tsx'
import { languageTags, localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { NewVersion } from './document/new-version.tsx'
import type { PageRoot } from './document/page-part.ts'
import { PageTags } from './document/page-tags.tsx'
import { hasEmbeds, isReading, prefetchableRoots, readingRoots, swappableRoots } from './document/reading.ts'
import { useFrame } from './frame.tsx'
import { frameIds } from './frame-ids.ts'
import { Icon } from './icon.tsx'
import { ImpersonationBar } from './impersonation-bar.tsx'
import { inlineScript } from './inline/inline-script.ts'
import { inlineJson } from './inline-json.ts'
import { AlertNews } from './notifications/notifications.tsx'
import type { PageHead } from './page-head.ts'
import { Toasts } from './toasts/toasts.tsx'

export interface DocumentProps {
  head: PageHead
  children: ReactNode
}

export function Document({ head, children }: DocumentProps) {
  const frame = useFrame()
  const { isApp, isPart, runtime, isDev, viewer, analytics, device } = frame
  const { locale, t } = useLocale()
  // A swap updates the attributes of `<html>` listed in `rootNames`, which differ from page to page; it reads the other
  // attributes itself.
  const root = {
    lang: languageTags[locale],
    dir: 'ltr',
    'data-build': runtime.buildId,
    'data-reading': isReading(frame) && !hasEmbeds(head) ? readingRoots(frame) : undefined,
    'data-pages': swappableRoots(frame, head),
    'data-for-all': prefetchableRoots(frame),
    // Names the role, too: a page without the administrators' sheet cannot swap one of their pages in.
    'data-viewer': viewer && (viewer.isAdmin ? `${viewer.id} admin` : viewer.id),
    'data-keeps-scroll': head.keepsScroll || undefined,
    'data-color-mode-forced': head.colorMode,
  } satisfies Record<PageRoot | 'data-build' | 'data-viewer' | 'data-color-mode-forced', string | true | undefined>
  if (isPart) {
    return (
      <html {...root}>
        <head>
          <PageTags head={head} />
        </head>
        <body>{children}</body>
      </html>
    )
  }
  return (
    <html
      {...root}
      data-dev={isDev ? paths.devChanges : undefined}
      data-accent={viewer && (viewer.accent ?? '')}
      data-device={device}
      data-metrika={analytics?.metrika}
      data-analytics-script={analytics?.script?.url}
      data-analytics-id={analytics?.script?.id}
      className={head.colorMode === 'system' ? undefined : head.colorMode}
    >
      <WholeHead head={head} />
      <body>
        <a className="skip-link" href={`#${frameIds.content}`}>
          {t('ui.skipToContent')}
        </a>
        {/* The dock comes first in the HTML, although it is last on the screen: with the keyboard, an undo button must
            not come after the whole page. */}
        <div className="dock" data-dock={isApp ? 'app' : 'site'}>
          <NewVersion />
          {viewer && <AlertNews />}
          <Toasts />
        </div>
        <ImpersonationBar />
        <WarningBar />
        {children}
        <script id="runtime-config" type="application/json">
          {inlineJson(runtime)}
        </script>
      </body>
    </html>
  )
}

function WholeHead({ head }: Pick<DocumentProps, 'head'>) {
  const { assets, isApp, viewer, isDev, visitorSheet } = useFrame()
  const visitors = viewer || !visitorSheet ? undefined : assets.visitorCss[visitorSheet]
  const { locale } = useLocale()
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta data-scheme="light" name="theme-color" media="(prefers-color-scheme:light)" content="#ffffff" />
      <meta data-scheme="dark" name="theme-color" media="(prefers-color-scheme:dark)" content="#050b14" />
      <link rel="preload" as="font" type="font/woff2" href={assets.fonts.text} crossOrigin="anonymous" />
      <link rel="stylesheet" href={visitors ?? assets.css} />
      {isApp && !visitors && <link rel="stylesheet" href={assets.appCss} />}
      {/* Administrators get their sheet on all pages of the app, because a swap loads none; the sandbox needs it too. */}
      {isApp && (viewer?.isAdmin || isDev) && <link rel="stylesheet" href={assets.adminCss} />}
      {/* The script comes after the style sheets: an earlier script makes browsers style the page without its view
          transition and drop the transition. */}
      <script>{inlineScript}</script>
      <PageTags head={head} />
      <link rel="icon" sizes="32x32" href="/favicon.ico" />
      <link rel="icon" type="image/svg+xml" sizes="any" href={paths.favicon} />
      <link rel="apple-touch-icon" href={paths.appleTouchIcon} />
      <link rel="manifest" href={localised(locale, paths.webManifest)} />
      <meta name="htmx-config" content='{"history":false,"includeIndicatorCSS":false,"noSwap":[204,304,"4xx","5xx"]}' />
      <script type="module" src={assets.js} />
    </head>
  )
}

function WarningBar() {
  const { viewer, path } = useFrame()
  const { locale, t } = useLocale()
  const sessions = localised(locale, paths.accountSessions)
  const isShownByPage = path === sessions
  if (!viewer?.hasWarnings || isShownByPage) return null
  return (
    <aside className="impersonation-bar" aria-label={t('account.warned')} data-warnings>
      <Icon name="i-lucide-shield-alert" />
      <p>{t('account.warned')}</p>
      <a href={sessions}>{t('account.warnedMore')}</a>
    </aside>
  )
}
