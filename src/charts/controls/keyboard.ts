import { type ChartState, chartKinds, favoriteTimeframes } from '../chart-state.ts'

export type KeyAct =
  | { name: 'find'; letter: string }
  | { name: 'change'; change: Partial<ChartState> }
  | { name: 'step'; count: number }
  | { name: 'zoom'; factor: number }
  | { name: 'newest' }
  | { name: 'date' }
  | { name: 'replay' }
  | { name: 'help' }

/** Timeframes that the digits from 1 on choose */
const digitTimeframes = [...favoriteTimeframes, 10080, 43200] as const

interface KeyPress {
  key: string
  /** Code of the physical key, independent of the keyboard layout */
  code: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Returns the action of a pressed key; undefined for keys without a meaning on the chart. */
export function readKey({ key, code, altKey, ctrlKey, metaKey }: KeyPress, state: ChartState): KeyAct | undefined {
  if (ctrlKey || metaKey) return undefined
  if (altKey) return readAltKey(code, state)
  if (key === '?') return { name: 'help' }
  const tf = digitTimeframes[Number(/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? 0) - 1]
  if (tf) return { name: 'change', change: { tf } }
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  // If the keyboard layout is not Latin, the physical key gives the Latin letter.
  return letter && key.length === 1 ? { name: 'find', letter } : undefined
}

function readAltKey(code: string, { kind, scale, hasVolume }: ChartState): KeyAct | undefined {
  switch (code) {
    case 'KeyK':
      return {
        name: 'change',
        change: { kind: chartKinds[(chartKinds.indexOf(kind) + 1) % chartKinds.length] ?? 'candles' },
      }
    case 'KeyL':
      return { name: 'change', change: { scale: scale === 'log' ? 'normal' : 'log' } }
    case 'KeyP':
      return { name: 'change', change: { scale: scale === 'percent' ? 'normal' : 'percent' } }
    case 'KeyG':
      return { name: 'date' }
    case 'KeyY':
      return { name: 'replay' }
    case 'KeyV':
      return { name: 'change', change: { hasVolume: !hasVolume } }
    default:
      return undefined
  }
}

export function readPlotKey({ key, altKey, ctrlKey, metaKey }: KeyPress, isFast: boolean): KeyAct | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  switch (key) {
    case 'ArrowLeft':
      return { name: 'step', count: isFast ? -10 : -1 }
    case 'ArrowRight':
      return { name: 'step', count: isFast ? 10 : 1 }
    case '+':
    case '=':
      return { name: 'zoom', factor: 0.8 }
    case '-':
      return { name: 'zoom', factor: 1.25 }
    case 'End':
      return { name: 'newest' }
    default:
      return undefined
  }
}
