import type { ReactElement } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'

export interface MountOptions {
  name: string
  /** Holds the server's view; empty when the island was here before and was taken out of the page */
  view: HTMLElement
  element: ReactElement
}

let mounted = 0

/** Hands a view over to React. An island that fails leaves people what the server had shown. */
export function mountIsland({ name, view, element }: MountOptions): Root {
  const served = view.cloneNode(true)
  const options = {
    identifierPrefix: `island-${++mounted}-`,
    onRecoverableError: (error: unknown) => console.error(`island ${name} differs from the server's view`, error),
    onUncaughtError: (error: unknown) => {
      console.error(`island ${name} failed`, error)
      // React empties the view once it has told the error.
      setTimeout(() => view.replaceChildren(...served.cloneNode(true).childNodes))
    },
  }
  if (view.hasChildNodes()) return hydrateRoot(view, element, options)
  const root = createRoot(view, options)
  root.render(element)
  return root
}
