import type { BlockProps } from './block.ts'

/** `::card-group`: cards side by side, as many as fit. */
export function CardGroup({ block }: BlockProps) {
  return <div className="card-group">{block.render(block.children)}</div>
}
