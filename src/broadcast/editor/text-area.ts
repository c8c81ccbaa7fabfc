import type { Edit } from './wrap.ts'

/** As if it were typed: the browser's own undo takes it back. */
export function applyEdit(area: HTMLTextAreaElement, { replaces, text, selects }: Edit): void {
  area.focus()
  area.setSelectionRange(replaces.start, replaces.end)
  // The one way that keeps the undo of a text area; what replaces it some day is not there yet.
  const isTyped = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (!isTyped) {
    area.setRangeText(text, replaces.start, replaces.end)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(selects.start, selects.end)
}
