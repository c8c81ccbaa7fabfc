import { useLocale } from '../../i18n/context.tsx'
import { flagAttribute, textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

/** One entry of a list of fields: its name, type and meaning. */
export function FieldEntry({ block }: BlockProps) {
  const { t } = useLocale()
  const type = textAttribute(block.attributes, 'type')
  const description = textAttribute(block.attributes, 'description')
  return (
    <div className="field" id={textAttribute(block.attributes, 'id')}>
      <dt>
        <code>{textAttribute(block.attributes, 'name')}</code>
        {type && <span className="field-type">{type}</span>}
        {flagAttribute(block.attributes, 'required') && <em className="field-required">{t('prose.required')}</em>}
      </dt>
      <dd>
        {description}
        {block.render(block.children)}
      </dd>
    </div>
  )
}
