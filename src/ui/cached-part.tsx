import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { LocaleProvider, useLocale } from '../i18n/context.tsx'
import { RenderedElement, type RenderedElementProps } from './document/rendered-element.tsx'
import { type Frame, FrameProvider, useFrame } from './frame.tsx'

export interface CachedPartProps extends Omit<RenderedElementProps, 'markup'> {
  /** Name of the part, whose content must not depend on the page or the viewer */
  name: string
  children: ReactNode
}

/** Cache of rendered parts by site; at most one entry for each name and language */
const markupBySite = new WeakMap<Frame['navigation'], Map<string, string>>()

/**
 * Part that is the same on every page of a language, cached as rendered HTML. Half of a page's elements are in such
 * parts.
 */
export function CachedPart({ name, children, ...element }: CachedPartProps) {
  const frame = useFrame()
  const { locale } = useLocale()
  const ofSite = markupBySite.get(frame.navigation) ?? new Map<string, string>()
  markupBySite.set(frame.navigation, ofSite)
  const key = `${locale} ${name}`
  const markup = ofSite.get(key) ?? drawn(frame, children)
  ofSite.set(key, markup)
  return <RenderedElement {...element} markup={markup} />
}

function drawn(frame: Frame, children: ReactNode): string {
  return renderToString(
    <LocaleProvider locale={frame.locale}>
      <FrameProvider frame={frame}>{children}</FrameProvider>
    </LocaleProvider>,
  )
}
