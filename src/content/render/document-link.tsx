import { paths } from '../../paths.ts'
import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

/** `::api-operation{name}` where no calls are known, as in previews: the document that has them. */
export function DocumentLink({ block }: BlockProps) {
  return (
    <p>
      <a href={paths.openApi}>
        <code>{textAttribute(block.attributes, 'name')}</code>
      </a>
    </p>
  )
}
