import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { flagAttribute, textAttribute } from '../attributes.ts'
import type { Block } from '../block.ts'

export interface FoldingProps {
  className: string
  /** Block that is folded; its `name`, `openText`, `closeText` and `icon` override the defaults */
  block: Block
  words: { name: string; open: string; close: string }
  children: ReactNode
}

/**
 * Renders a block that can be folded. Its summary contains the names of both actions; CSS shows the one that applies.
 */
export function Folding({ className, block: { attributes }, words, children }: FoldingProps) {
  const name = textAttribute(attributes, 'name') ?? words.name
  return (
    <details className={className} id={textAttribute(attributes, 'id')} open={flagAttribute(attributes, 'open')}>
      <summary className="folding-summary">
        <Icon name={textAttribute(attributes, 'icon') ?? 'i-lucide-chevron-down'} />
        <span className="when-closed">
          {textAttribute(attributes, 'openText') ?? words.open} {name}
        </span>
        <span className="when-open">
          {textAttribute(attributes, 'closeText') ?? words.close} {name}
        </span>
      </summary>
      {children}
    </details>
  )
}
