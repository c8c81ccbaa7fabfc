import { type RefObject, useEffect } from 'react'
import type { LinePointer } from './line-pointer.ts'
import type { Pane } from './pane.ts'

const types = ['pointermove', 'pointerleave', 'pointerdown', 'pointerup', 'focusin', 'keydown'] as const

/** Makes the lines of indicators open their settings. The code is loaded when the pointer or the focus comes to a chart with lines. */
export function useLinePointer(stage: RefObject<HTMLElement | null>, pane: Pane | undefined): void {
  useEffect(() => {
    const element = stage.current
    if (!pane || !element) return
    let loading: Promise<LinePointer> | undefined
    const listen = (event: Event) => {
      if (pane.view.indicators().length === 0) return
      loading ??= import('../later.ts').then((code) => code.createLinePointer(pane.view, element))
      loading.then(({ handle }) => handle(event), reportError)
    }
    for (const type of types) element.addEventListener(type, listen)
    return () => {
      for (const type of types) element.removeEventListener(type, listen)
    }
  }, [stage, pane])
}
