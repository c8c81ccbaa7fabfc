import type { ChartWords } from '../words.ts'
import type { DrawingDesk } from './desk.ts'
import { type DrawingKind, drawingKinds } from './drawing.ts'

/** Keys that select a drawing tool, pressed with Alt in any keyboard layout. */
export const toolKeys: Partial<Record<DrawingKind, string>> = {
  ...{ line: 'T', level: 'H', rectangle: 'R', measure: 'M' },
  ...{ fibonacci: 'F', channel: 'C', arrow: 'A', brush: 'B' },
}

/** Handles the shortcuts of drawing tools before all other key listeners. Returns a function that stops it. */
export function listenForDrawingKeys(desk: DrawingDesk): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyped(event.target) || document.querySelector('dialog[open]')) return
    if (!isCommand(desk, event) && !desk.active.peek()?.key(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', listen, { capture: true })
  return () => document.removeEventListener('keydown', listen, { capture: true })
}

function isCommand(desk: DrawingDesk, { code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const isControl = (ctrlKey || metaKey) && !altKey
  const store = desk.active.peek()?.store()
  if (isControl && (code === 'KeyZ' || code === 'KeyY')) {
    if (shiftKey || code === 'KeyY') store?.redo()
    else store?.undo()
    return store !== undefined
  }
  const tool = drawingKinds.find((kind) => `Key${toolKeys[kind]}` === code)
  if (!altKey || ctrlKey || metaKey || !tool) return false
  desk.choose(desk.tool.peek() === tool ? undefined : tool, true)
  return true
}

function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('details[open], .color-popup, .chart-context')) return true
  return (
    target.isContentEditable || target.closest('textarea, select, input:not([type=color], [type=checkbox])') !== null
  )
}

export function drawingHelp({ drawing }: ChartWords): [keys: string[], what: string][] {
  return [
    ...drawingKinds.flatMap((kind): [string[], string][] => {
      const key = toolKeys[kind]
      return key ? [[['Alt', key], drawing.kinds[kind]]] : []
    }),
    [['↑', '↓', 'Enter'], drawing.helpPlace],
    [['Ctrl', 'Z'], drawing.helpUndo],
    [['Delete'], drawing.helpRemove],
    [['Ctrl', 'C', 'V'], drawing.helpCopy],
    [['Shift', 'F10'], drawing.helpMenu],
  ]
}
