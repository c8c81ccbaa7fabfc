import { createElement, type HTMLAttributes } from 'react'

export interface RenderedElementProps extends HTMLAttributes<HTMLElement> {
  as: 'a' | 'details' | 'dialog' | 'div' | 'fieldset' | 'nav' | 'summary' | 'template'
  href?: string
  /** HTML that React has rendered before; HTML of any other source is not allowed */
  markup: string
}

/** Element with HTML that was rendered before. This is the only place where raw HTML enters a page. */
export function RenderedElement({ as, markup, ...attributes }: RenderedElementProps) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: markup } })
}
