import { Icon } from '../../../ui/icon.tsx'
import { flagAttribute, textAttribute } from '../attributes.ts'
import type { BlockProps } from '../block.ts'

export function AccordionItem({ block }: BlockProps) {
  const icon = textAttribute(block.attributes, 'icon')
  const description = textAttribute(block.attributes, 'description')
  return (
    <details
      className="accordion-item"
      id={textAttribute(block.attributes, 'id')}
      name={textAttribute(block.attributes, 'name')}
      open={flagAttribute(block.attributes, 'open')}
    >
      <summary>
        {icon && <Icon name={icon} />}
        {textAttribute(block.attributes, 'label')}
      </summary>
      {description && <p>{description}</p>}
      {block.render(block.children)}
    </details>
  )
}
