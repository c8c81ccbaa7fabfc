import { textAttribute } from '../../content/render/attributes.ts'
import type { BlockProps } from '../../content/render/block.ts'
import { CodeBlock } from '../../content/render/code/code-block.tsx'
import type { Components } from '../../content/render/components.tsx'
import { DocumentLink } from '../../content/render/document-link.tsx'
import { useLocale } from '../../i18n/context.tsx'
import { curlOf } from '../../openapi/curl.ts'
import type { DocumentOperation } from '../../openapi/document.ts'
import type { FoundOperation, Reference } from '../../openapi/reference.ts'
import { type SchemaRow, schemaRows, typeText } from '../../openapi/schema-rows.ts'

/** Components of the block `::api-operation{name}`, which shows an operation of the OpenAPI document. */
export function apiBlocks(reference: Reference): Components {
  return {
    'api-operation': function ApiOperation({ block }: BlockProps) {
      const { locale } = useLocale()
      const found = reference.find(locale, textAttribute(block.attributes, 'name') ?? '')
      return found ? <Shown found={found} block={block} /> : <DocumentLink block={block} />
    },
  }
}

function Shown({ found, block }: BlockProps & { found: FoundOperation }) {
  const { t } = useLocale()
  const { operation } = found
  const body = operation.requestBody?.content['application/json']
  const parameters = operation.parameters.map(({ name, schema, required, description }) => {
    return { name, type: typeText(schema), isRequired: required, description }
  })
  const shell = { ...block, attributes: { language: 'bash', code: curlOf(found) }, children: [] }
  return (
    <>
      <p>{operation.summary}</p>
      <Access operation={operation} />
      {parameters.length > 0 && <Rows title={t('api.parameters')} rows={parameters} />}
      {body && <Rows title={t('api.body')} rows={schemaRows(body.schema)} />}
      <Answers operation={operation} />
      <CodeBlock block={shell} />
    </>
  )
}

function Access({ operation }: { operation: DocumentOperation }) {
  const { t } = useLocale()
  const { security, 'x-rate-limit': limit } = operation
  const [scope] = security.flatMap(({ token = [] }) => token)
  const isOpen = security.some((way) => Object.keys(way).length === 0)
  return (
    <p>
      {t('api.access')}: {isOpen ? t('api.open') : t('api.needsScope')}
      {isOpen && scope && `; ${t('api.ownLimit')}`}
      {scope && (
        <>
          {' '}
          <code>{scope}</code>
        </>
      )}
      {!isOpen && ` ${t('api.needsSession')}`}. {limit && t('api.limit', limit)}
    </p>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly SchemaRow[] }) {
  const { t } = useLocale()
  return (
    <>
      <p>
        <b>{title}</b>
      </p>
      <dl className="field-group">
        {rows.map(({ name, type, isRequired, description }) => (
          <div key={name} className="field">
            <dt>
              {name && <code>{name}</code>}
              <span className="field-type">{type}</span>
              {isRequired && name !== '' && <em className="field-required">{t('prose.required')}</em>}
            </dt>
            <dd>{description && <p>{description}</p>}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Answers({ operation }: { operation: DocumentOperation }) {
  const { t } = useLocale()
  const answers = Object.entries(operation.responses)
  const [first] = answers.flatMap(([status, { content = {} }]) => (status < '300' ? Object.values(content) : []))
  const rows = first ? schemaRows(first.schema) : []
  return (
    <>
      {rows.length > 0 && <Rows title={t('api.answer')} rows={rows.map((row) => ({ ...row, isRequired: false }))} />}
      <p>
        <b>{t('api.answers')}</b>
      </p>
      <ul>
        {answers.map(([status, { description, content = {} }]) => (
          <li key={status}>
            <code>{status}</code> {description}{' '}
            {Object.keys(content).map((type) => (
              <code key={type}>{type}</code>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
