import { useCallback, useEffect, useState } from 'react'

const key = 'kurs-chart-single-keys'

/** Whether keys without Ctrl and Alt work; stored in the browser, on by default. */
export function useSingleKeys(): [hasSingleKeys: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(true)
  useEffect(() => {
    try {
      setOn(localStorage.getItem(key) !== 'off')
    } catch {
      // Storage is unavailable: use the default.
    }
  }, [])
  const set = useCallback((next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(key, next ? 'on' : 'off')
    } catch {
      // Storage is unavailable: the choice is not remembered.
    }
  }, [])
  return [isOn, set]
}
