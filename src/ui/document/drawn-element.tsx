import { createElement, type HTMLAttributes } from 'react'

export interface DrawnElementProps extends HTMLAttributes<HTMLElement> {
  as: 'a' | 'details' | 'dialog' | 'div' | 'fieldset' | 'nav' | 'summary' | 'template'
  href?: string
  /** Of nobody but React: what it has made of components before */
  markup: string
}

/** The one place where markup enters a page as it is. */
export function DrawnElement({ as, markup, ...attributes }: DrawnElementProps) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: markup } })
}
