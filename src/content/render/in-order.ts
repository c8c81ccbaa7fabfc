import { createElement, Fragment, type ReactNode } from 'react'

/** Joins nodes without keys: they are rendered once on the server, where nothing moves, so children need no keys. */
export function inOrder(children: ReactNode[]): ReactNode {
  return children.length === 1 ? children[0] : createElement(Fragment, null, ...children)
}
