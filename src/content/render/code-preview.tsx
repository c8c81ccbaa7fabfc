import type { BlockProps } from './block.ts'

/** `::code-preview`: what something looks like, and below it, in the slot `#code`, how it is written. */
export function CodePreview({ block }: BlockProps) {
  return (
    <div className="code-preview">
      <div className="code-preview-result">{block.render(block.children)}</div>
      {block.render(block.slots.code ?? [])}
    </div>
  )
}
