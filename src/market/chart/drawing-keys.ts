import { type DrawingKind, drawingKinds } from './drawing.ts'
import type { DrawingDesk } from './drawing-desk.ts'

/** Keys of the tools, with Alt: the same ones whatever alphabet they write. */
export const toolKeys: Record<DrawingKind, string> = { line: 'T', level: 'H', rectangle: 'R', measure: 'M' }

/** Listens to the keys of drawings before anybody else does; the answer ends it. */
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

/** Does what a key asks for whatever has the focus. @returns whether it asked for anything */
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

/** Whether keys go into a text or a menu. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('details[open]')) return true
  return (
    target.isContentEditable || target.closest('textarea, select, input:not([type=color], [type=checkbox])') !== null
  )
}
