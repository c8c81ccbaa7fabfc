import { options } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { createElement, Fragment, type FunctionComponent, type ReactElement, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

type IslandComponent = FunctionComponent<object>

export interface MountOptions {
  name: string
  /** Holds the server's view; empty if the island was here before and was removed from the page */
  view: HTMLElement
  Component: IslandComponent
  json: string
}

export interface MountedIsland {
  show(Component: IslandComponent, json: string): void
  unmount(): void
}

/** Mounts an island in its view, which morphs then skip. If the island fails, the server's view is restored. */
export function mountIsland({ name, view, Component, json }: MountOptions): MountedIsland {
  const served = view.cloneNode(true)
  const servedShape = shapeOf(view)
  const isServed = served.hasChildNodes()
  let hasFailed = false
  const onError = (error: unknown) => {
    hasFailed = true
    console.error(`island ${name} failed`, error)
    // The view is emptied after the error is reported.
    setTimeout(() => hasFailed && view.replaceChildren(...served.cloneNode(true).childNodes))
  }
  // The key makes other props another component: no state of one asset's price carries over to the next one.
  const draw = (component: IslandComponent, props: string) =>
    createElement(Guarded, { key: props, onError }, createElement(component, JSON.parse(props)))
  view.setAttribute('hx-morph-skip', '')
  const first = draw(Component, json)
  const typed = [...view.querySelectorAll('textarea')].map((area) => ({ area, text: area.value }))
  const root = isServed ? hydrateRoot(view, first) : createRoot(view)
  // Preact overwrites text that was typed before hydration with the served text.
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
      // Run cleanups at once: a hidden page draws no next frame.
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

/** Compares elements and texts only: attributes stay as they were served, and text areas keep their texts elsewhere. */
function shapeOf({ innerHTML }: HTMLElement): string {
  return innerHTML
    .replace(/<!--.*?-->/gs, '')
    .replace(/(<textarea[^>]*>)[^<]*/g, '$1')
    .replace(/<([\w-]+)[^>]*>/g, '<$1>')
}
