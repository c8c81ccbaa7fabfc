import type { Edit } from './wrap.ts'

/** Applies an edit as if it were typed, so that the browser's undo can revert the edit. */
export function applyEdit(area: HTMLTextAreaElement, { replaces, text, selects }: Edit): void {
  area.focus()
  area.setSelectionRange(replaces.start, replaces.end)
  // Only this deprecated command keeps the undo history of a text area; there is no replacement yet.
  const isTyped = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (!isTyped) {
    area.setRangeText(text, replaces.start, replaces.end)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(selects.start, selects.end)
}
