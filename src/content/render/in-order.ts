import { createElement, Fragment, type ReactNode } from 'react'

/** Children one after another. Pages are drawn once, so nothing ever moves and no child needs a key. */
export function inOrder(children: ReactNode[]): ReactNode {
  return children.length === 1 ? children[0] : createElement(Fragment, null, ...children)
}
