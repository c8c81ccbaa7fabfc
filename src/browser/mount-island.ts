import { createElement, Fragment, type ReactElement } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

export interface MountOptions {
  name: string
  /** Holds the server's view; empty when the island was here before and was taken out of the page */
  view: HTMLElement
  element: ReactElement
  json: string
}

export interface MountedIsland {
  show(element: ReactElement, json: string): void
  unmount(): void
}

let mounted = 0

/** Morphs are kept out of the view. An island that fails leaves people what the server had shown. */
export function mountIsland({ name, view, element, json }: MountOptions): MountedIsland {
  const served = view.cloneNode(true)
  // Whoever changes or leaves an island before React has taken over its view makes React draw it anew: no difference.
  let changed = false
  const options = {
    identifierPrefix: `island-${++mounted}-`,
    onRecoverableError: (error: unknown) => {
      if (!changed) console.error(`island ${name} differs from the server's view`, error)
    },
    onUncaughtError: (error: unknown) => {
      console.error(`island ${name} failed`, error)
      // React empties the view once it has told the error.
      setTimeout(() => view.replaceChildren(...served.cloneNode(true).childNodes))
    },
  }
  view.setAttribute('hx-morph-skip', '')
  const whole = keyed(element, json)
  const root = view.hasChildNodes() ? hydrateRoot(view, whole, options) : createRoot(view, options)
  if (!served.hasChildNodes()) root.render(whole)
  return {
    show: (other, otherJson) => {
      changed = true
      root.render(keyed(other, otherJson))
    },
    unmount: () => {
      changed = true
      root.unmount()
      view.removeAttribute('hx-morph-skip')
    },
  }
}

/** With other props it is another component: nothing of what one asset's price did is told of the next one's. */
function keyed(element: ReactElement, json: string): ReactElement {
  return createElement(Fragment, { key: json }, element)
}
