import { paths } from '../../paths.ts'
import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

/**
 * Link to the OpenAPI document, shown in place of `::api-operation{name}` if the operations are not available, as in
 * previews.
 */
export function DocumentLink({ block }: BlockProps) {
  return (
    <p>
      <a href={paths.openApi}>
        <code>{textAttribute(block.attributes, 'name')}</code>
      </a>
    </p>
  )
}
