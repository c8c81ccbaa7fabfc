import { options } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { createElement, Fragment, type FunctionComponent, type ReactElement, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

type IslandComponent = FunctionComponent<object>

export interface MountOptions {
  name: string
  /** Element with the server's HTML of the island; empty if the island was removed from the page and added again */
  view: HTMLElement
  Component: IslandComponent
  json: string
}

export interface MountedIsland {
  show(Component: IslandComponent, json: string): void
  unmount(): void
}

/**
 * Mounts an island in its element, which morphs then skip. If the island fails, the HTML from the server is restored.
 */
export function mountIsland({ name, view, Component, json }: MountOptions): MountedIsland {
  const served = view.cloneNode(true)
  const servedShape = shapeOf(view)
  const isServed = served.hasChildNodes()
  let hasFailed = false
  const onError = (error: unknown) => {
    hasFailed = true
    console.error(`island ${name} failed`, error)
    // Restored in a later task, because React empties the element after it has reported the error.
    setTimeout(() => hasFailed && view.replaceChildren(...served.cloneNode(true).childNodes))
  }
  // Different props give a different key and so a new component: no state of one asset's price carries over to the next
  // asset.
  const draw = (component: IslandComponent, props: string) =>
    createElement(Guarded, { key: props, onError }, createElement(component, JSON.parse(props)))
  view.setAttribute('hx-morph-skip', '')
  const first = draw(Component, json)
  const typed = [...view.querySelectorAll('textarea')].map((area) => ({ area, text: area.value }))
  const root = isServed ? hydrateRoot(view, first) : createRoot(view)
  // Restore text that the user typed before hydration: Preact overwrites it with the text from the server.
  for (const { area, text } of typed) if (area.value !== text) area.value = text
  if (!isServed) root.render(first)
  else if (!hasFailed && shapeOf(view) !== servedShape) {
    console.error(`island ${name} differs from the server's view`)
  }
  return {
    show: (other, otherJson) => {
      if (hasFailed) view.replaceChildren()
      hasFailed = false
      root.render(draw(other, otherJson))
    },
    unmount: () => {
      // Run the effects' cleanup functions at once, because a hidden page has no next animation frame.
      const { requestAnimationFrame } = options
      options.requestAnimationFrame = queueMicrotask
      root.unmount()
      options.requestAnimationFrame = requestAnimationFrame
      view.removeAttribute('hx-morph-skip')
    },
  }
}

interface GuardedProps {
  onError(error: unknown): void
  children?: ReactNode
}

function Guarded({ onError, children }: GuardedProps): ReactElement | null {
  const [error] = useErrorBoundary(onError)
  return error === undefined ? createElement(Fragment, null, children) : null
}

/**
 * Reduces HTML to elements and texts, to compare the server's HTML with the first render. Attributes stay as the server
 * sent them, and text areas keep their text in a property.
 */
function shapeOf({ innerHTML }: HTMLElement): string {
  return innerHTML
    .replace(/<!--.*?-->/gs, '')
    .replace(/(<textarea[^>]*>)[^<]*/g, '$1')
    .replace(/<([\w-]+)[^>]*>/g, '<$1>')
}
