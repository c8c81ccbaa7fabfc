export interface Wrapping {
  before: string
  after: string
}

export const tools = {
  bold: { before: '<b>', after: '</b>' },
  italic: { before: '<i>', after: '</i>' },
  underline: { before: '<u>', after: '</u>' },
  strike: { before: '<s>', after: '</s>' },
  spoiler: { before: '<tg-spoiler>', after: '</tg-spoiler>' },
  quote: { before: '<blockquote>', after: '</blockquote>' },
  code: { before: '<code>', after: '</code>' },
  pre: { before: '<pre>', after: '</pre>' },
} as const satisfies Record<string, Wrapping>
export type Tool = keyof typeof tools

export interface Selection {
  start: number
  end: number
}

interface Edit {
  replaces: Selection
  text: string
  selects: Selection
}

/** Returns the edit that puts a tag around the selection, or removes the tag if it is already there. */
export function wrap(text: string, { start, end }: Selection, { before, after }: Wrapping): Edit {
  const inner = text.slice(start, end)
  const isAround = text.slice(0, start).endsWith(before) && text.slice(end).startsWith(after)
  if (isAround) {
    const from = start - before.length
    return {
      replaces: { start: from, end: end + after.length },
      text: inner,
      selects: { start: from, end: from + inner.length },
    }
  }
  const from = start + before.length
  return {
    replaces: { start, end },
    text: before + inner + after,
    selects: { start: from, end: from + inner.length },
  }
}

export function linkTo(address: string): Wrapping {
  return { before: `<a href="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`, after: '</a>' }
}

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
