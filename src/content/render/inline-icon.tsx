import { Icon } from '../../ui/icon.tsx'
import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

/** `:icon{name="i-lucide-check"}`; unknown names render nothing. */
export function InlineIcon({ block }: BlockProps) {
  return <Icon name={textAttribute(block.attributes, 'name') ?? ''} className="inline-icon" />
}
