import { Icon } from '../../ui/icon.tsx'
import { textAttribute } from './attributes.ts'
import type { Block } from './block.ts'

export interface FoldingSummaryProps {
  /** Its `name`, `openText`, `closeText` and `icon` replace what is said here */
  block: Block
  /** Words for what it folds and what pressing it does */
  words: { name: string; open: string; close: string }
}

/** The button of something that folds. It says what pressing it will do: the style sheet shows the words that fit. */
export function FoldingSummary({ block: { attributes }, words }: FoldingSummaryProps) {
  const name = textAttribute(attributes, 'name') ?? words.name
  return (
    <summary className="folding-summary">
      <Icon name={textAttribute(attributes, 'icon') ?? 'i-lucide-chevron-down'} />
      <span className="when-closed">
        {textAttribute(attributes, 'openText') ?? words.open} {name}
      </span>
      <span className="when-open">
        {textAttribute(attributes, 'closeText') ?? words.close} {name}
      </span>
    </summary>
  )
}
