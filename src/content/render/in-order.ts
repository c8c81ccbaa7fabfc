import { createElement, Fragment, type ReactNode } from 'react'

/** Rendered once on the server: nothing moves, so children need no keys. */
export function inOrder(children: ReactNode[]): ReactNode {
  return children.length === 1 ? children[0] : createElement(Fragment, null, ...children)
}
