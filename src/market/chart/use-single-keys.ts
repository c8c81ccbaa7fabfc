import { useCallback, useEffect, useState } from 'react'

const key = 'kurs-chart-single-keys'

/** Whether keys without Ctrl and Alt do something here; remembered by the browser. They do unless switched off. */
export function useSingleKeys(): [hasSingleKeys: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(true)
  useEffect(() => {
    try {
      setOn(localStorage.getItem(key) !== 'off')
    } catch {
      // Storage is switched off: then nothing is remembered.
    }
  }, [])
  const set = useCallback((next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(key, next ? 'on' : 'off')
    } catch {
      // The choice then lasts as long as the page.
    }
  }, [])
  return [isOn, set]
}
