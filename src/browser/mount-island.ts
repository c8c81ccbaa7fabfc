import { options } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { createElement, Fragment, type FunctionComponent, type ReactElement, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

type IslandComponent = FunctionComponent<object>

export interface MountOptions {
  name: string
  /** Holds the server's view; empty when the island was here before and was taken out of the page */
  view: HTMLElement
  Component: IslandComponent
  json: string
}

export interface MountedIsland {
  show(Component: IslandComponent, json: string): void
  unmount(): void
}

/** Morphs are kept out of the view. An island that fails leaves people what the server had shown. */
export function mountIsland({ name, view, Component, json }: MountOptions): MountedIsland {
  const served = view.cloneNode(true)
  const servedShape = shapeOf(view)
  const isServed = served.hasChildNodes()
  let hasFailed = false
  const onError = (error: unknown) => {
    hasFailed = true
    console.error(`island ${name} failed`, error)
    // The view is emptied once the error has been told.
    setTimeout(() => hasFailed && view.replaceChildren(...served.cloneNode(true).childNodes))
  }
  // With other props it is another component: nothing of what one asset's price did is told of the next one's.
  const draw = (component: IslandComponent, props: string) =>
    createElement(Guarded, { key: props, onError }, createElement(component, JSON.parse(props)))
  view.setAttribute('hx-morph-skip', '')
  const first = draw(Component, json)
  const typed = [...view.querySelectorAll('textarea')].map((area) => ({ area, text: area.value }))
  const root = isServed ? hydrateRoot(view, first) : createRoot(view)
  // Preact writes what was served over what was typed before it came.
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
      // What it followed is let go of at once: a hidden page draws no next frame.
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

/** Elements and texts: attributes stay as they were served, and text areas keep their texts elsewhere. */
function shapeOf({ innerHTML }: HTMLElement): string {
  return innerHTML
    .replace(/<!--.*?-->/gs, '')
    .replace(/(<textarea[^>]*>)[^<]*/g, '$1')
    .replace(/<([\w-]+)[^>]*>/g, '<$1>')
}
