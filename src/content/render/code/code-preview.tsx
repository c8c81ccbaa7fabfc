import type { BlockProps } from '../block.ts'

/** `::code-preview`: the result, with its source in the slot `#code` below. */
export function CodePreview({ block }: BlockProps) {
  return (
    <div className="code-preview">
      <div className="code-preview-result">{block.render(block.children)}</div>
      {block.render(block.slots.code ?? [])}
    </div>
  )
}
