import type { Edit } from './wrap.ts'

/** Edits as if typed, so that the browser's undo can revert it. */
export function applyEdit(area: HTMLTextAreaElement, { replaces, text, selects }: Edit): void {
  area.focus()
  area.setSelectionRange(replaces.start, replaces.end)
  // The only way that keeps the undo history of a text area; there is no replacement yet.
  const isTyped = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (!isTyped) {
    area.setRangeText(text, replaces.start, replaces.end)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(selects.start, selects.end)
}
