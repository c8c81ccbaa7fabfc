import { useCallback, useEffect, useState } from 'react'

const key = 'kurs-chart-single-keys'

/**
 * Whether shortcuts of a single key, without Ctrl or Alt, are enabled. The setting is stored in the browser and on by
 * default.
 */
export function useSingleKeys(): [hasSingleKeys: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(true)
  useEffect(() => {
    try {
      setOn(localStorage.getItem(key) !== 'off')
    } catch {
      // localStorage is unavailable, so the default is used.
    }
  }, [])
  const set = useCallback((next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(key, next ? 'on' : 'off')
    } catch {
      // localStorage is unavailable, so the user's choice is not stored.
    }
  }, [])
  return [isOn, set]
}
