import { useEffect, useState } from 'react'
import type { ColorWords } from './words.ts'

interface EyeDropper {
  open(): Promise<{ sRGBHex: string }>
}

declare global {
  interface Window {
    /** The browser's API for picking a color from the screen; it exists in some browsers, on secure pages */
    EyeDropper?: new () => EyeDropper
  }
}

export function Pipette({ words, onPick }: { words: ColorWords; onPick(hex: string): void }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(window.EyeDropper !== undefined), [])
  if (!isThere) return null
  const pick = async () => {
    const picked = window.EyeDropper && new window.EyeDropper().open()
    // Escape rejects the promise; then no color is picked.
    const answer = await picked?.catch(() => undefined)
    if (answer) onPick(answer.sRGBHex)
  }
  return (
    <button type="button" className="color-pipette" title={words.pipette} aria-label={words.pipette} onClick={pick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m12 9-8.4 8.4A2 2 0 0 0 3 18.8V20a1 1 0 0 0 1 1h1.2a2 2 0 0 0 1.4-.6L15 12m3-3 .4.4a1 1 0 1 1-3 3l-3.8-3.8a1 1 0 1 1 3-3l.4.4 2.5-2.5a1 1 0 0 1 3 3z" />
      </svg>
    </button>
  )
}
