import { createElement, type HTMLAttributes } from 'react'

export interface RenderedElementProps extends HTMLAttributes<HTMLElement> {
  as: 'a' | 'details' | 'dialog' | 'div' | 'fieldset' | 'nav' | 'summary' | 'template'
  href?: string
  /** Markup that React has rendered before; no other source is allowed */
  markup: string
}

/** The only place where raw markup enters a page. */
export function RenderedElement({ as, markup, ...attributes }: RenderedElementProps) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: markup } })
}
