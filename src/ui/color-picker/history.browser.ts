import { hexOf, readColor } from './color.ts'

export const defaultSwatches = [
  '#FFB243',
  '#FFE623',
  '#6EFF2A',
  '#1BC7B1',
  '#00BEFF',
  '#2E81FF',
  '#BF3DCE',
  '#8E00A7',
  '#00000000',
] as const

/**
 * Local storage key of recently picked colors. They stay when the user signs out, because they belong to the browser.
 */
const historyKey = 'kurs-color-history'
/** Max number of colors in the history, which are shown in one row */
const longest = 9

/** Reads recently picked colors, newest first. Unreadable data is logged and kept until the next color is stored. */
export function readHistory(storage?: Pick<Storage, 'getItem'>): string[] {
  try {
    // If the browser forbids storage, even the access to `localStorage` throws.
    const kept: unknown = JSON.parse((storage ?? localStorage).getItem(historyKey) ?? '[]')
    if (!Array.isArray(kept)) throw new TypeError('the stored value is not an array')
    const colors = kept.flatMap((each) => (typeof each === 'string' && readColor(each)) || [])
    return [...new Set(colors.map(hexOf))].slice(0, longest)
  } catch (error) {
    console.error('could not read the color history', error)
    return []
  }
}

/** Stores a picked color in the history. @param hex  color in the format of `hexOf` */
export function rememberColor(hex: string, storage?: Pick<Storage, 'getItem' | 'setItem'>): void {
  if (defaultSwatches.some((swatch) => swatch.toLowerCase() === hex)) return
  const others = readHistory(storage).filter((each) => each !== hex)
  try {
    const store = storage ?? localStorage
    store.setItem(historyKey, JSON.stringify([hex, ...others].slice(0, longest)))
  } catch {
    // localStorage is full or unavailable, so the color is picked but not stored.
  }
}
