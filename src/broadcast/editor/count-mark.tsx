import { fillWords, type MessageWords } from '../../telegram/message/words.ts'

export interface CountMarkProps {
  count: number
  most: number
  /** Whether the length includes the longest possible name */
  hasName?: boolean
  words: MessageWords
}

/** Mark that shows how much of Telegram's limit a text uses. */
export function CountMark({ count, most, hasName = false, words: { editor } }: CountMarkProps) {
  const [label, text] = hasName ? [editor.countLabelWithName, editor.countWithName] : [editor.countLabel, editor.count]
  return (
    <p className="editor-count" data-over={count > most || undefined}>
      <span className="visually-hidden">{fillWords(label, { count, most })}</span>
      <span aria-hidden="true">{fillWords(text, { count, most })}</span>
    </p>
  )
}
