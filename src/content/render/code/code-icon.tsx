import { Icon } from '../../../ui/icon.tsx'
import { textAttribute } from '../attributes.ts'
import type { BlockProps } from '../block.ts'
import { languageIcon } from './language-icon.ts'

/** Renders `:code-icon{filename="a.ts" icon}`, the icon of a file in headers of code. */
export function CodeIcon({ block }: BlockProps) {
  const icon = textAttribute(block.attributes, 'icon')
  const filename = textAttribute(block.attributes, 'filename')
  return (
    <>
      <Icon name={icon ?? languageIcon(undefined, filename)} className="inline-icon" />
      {block.render(block.children)}
    </>
  )
}
