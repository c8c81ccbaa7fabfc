import type { BlockProps } from './block.ts'

export function CardGroup({ block }: BlockProps) {
  return <div className="card-group">{block.render(block.children)}</div>
}
