import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChartState } from '../chart-state.ts'
import { openDate } from './go-to-date.tsx'
import { readKey } from './keyboard.ts'

export interface KeysOptions {
  state: ChartState
  go(state: ChartState): void
  hasSingleKeys: boolean
  open(dialog: { name: 'find'; letter: string } | { name: 'help' }): void
  replay(): void
}

export function useKeys(options: KeysOptions): void {
  const latest = useRef(options)
  // The latest options are stored in a layout effect, because the next key or pointer event may come before the frame
  // is painted.
  useLayoutEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const { state, go, hasSingleKeys, open, replay } = latest.current
      if (event.defaultPrevented || isElsewhere(event.target)) return
      if (!event.altKey && !hasSingleKeys) return
      const act = readKey(event, state)
      if (!act) return
      event.preventDefault()
      if (act.name === 'change') go({ ...state, ...act.change })
      else if (act.name === 'find') open({ name: 'find', letter: act.letter })
      else if (act.name === 'date') openDate()
      else if (act.name === 'help') open({ name: 'help' })
      else if (act.name === 'replay') replay()
    }
    // The command palette asks for a chart; cancelling tells it that the chart is shown here.
    const show = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      event.preventDefault()
      const { state, go, replay } = latest.current
      if (event.detail.isReplay) replay()
      else go({ ...state, ...event.detail })
    }
    document.addEventListener('keydown', handle)
    document.addEventListener('kurs:chart', show)
    return () => {
      document.removeEventListener('keydown', handle)
      document.removeEventListener('kurs:chart', show)
    }
  }, [])
}

/**
 * Whether the key belongs to a field or an open dialog. A field of a dialog that has just closed keeps the focus until
 * the next frame and does not count.
 */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest('dialog:not([open])')) return false
  return target.closest('input, select, textarea, dialog, .color-popup, [contenteditable]') !== null
}

/** Whether shortcuts of a single key, without Ctrl or Alt, are enabled. */
export function useSingleKeys() {
  return useStoredSwitch('kurs-chart-single-keys', true)
}

/** A setting that is on or off, and that the browser stores. */
export function useStoredSwitch(key: string, initial: boolean): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(initial)
  useEffect(() => {
    try {
      const stored = localStorage.getItem(key)
      if (stored) setOn(stored === 'on')
    } catch {
      // localStorage is unavailable, so the default is used.
    }
  }, [key])
  const set = useCallback(
    (next: boolean) => {
      setOn(next)
      try {
        localStorage.setItem(key, next ? 'on' : 'off')
      } catch {
        // localStorage is unavailable, so the user's choice is not stored.
      }
    },
    [key],
  )
  return [isOn, set]
}
