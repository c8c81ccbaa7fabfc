import type { BlockProps } from '../block.ts'

/** Renders `::code-preview`: the rendered result, with its source from the slot `#code` below. */
export function CodePreview({ block }: BlockProps) {
  return (
    <div className="code-preview">
      <div className="code-preview-result">{block.render(block.children)}</div>
      {block.render(block.slots.code ?? [])}
    </div>
  )
}
