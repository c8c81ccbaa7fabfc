import { paths } from '../../paths.ts'
import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

/**
 * Replaces `::api-operation{name}` if the operations are not available, as in previews, by a link to the OpenAPI
 * document.
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
