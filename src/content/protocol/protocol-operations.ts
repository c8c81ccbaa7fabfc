import { z } from 'zod'
import type { Operation } from '../../openapi/operation.ts'
import { paths } from '../../paths.ts'
import { collections } from '../collections.ts'
import { requestBody } from '../query/query-body.ts'

const byName = z.record(z.string(), z.string())

export const manifestSchema = z.object({
  checksums: byName,
  checksumsStructure: byName,
  tables: byName,
  collections: z.record(z.string(), z.object({ type: z.enum(['page', 'data']), fields: byName })),
})

const params = { collection: z.enum(collections.map(({ name }) => name)) }
const content = { section: 'content', hasProtocolErrors: true } as const
const dump = {
  ...content,
  method: 'get',
  params,
  refusals: [404],
  answer: { status: 200, type: 'text/plain' },
} as const

export const protocolOperations: readonly Operation[] = [
  {
    ...content,
    id: 'readContentManifest',
    method: 'get',
    path: paths.contentManifest,
    summary: 'api.operations.readContentManifest',
    answer: { status: 200, schema: manifestSchema },
  },
  { ...dump, id: 'dumpLines', path: paths.contentDumpLines, summary: 'api.operations.dumpLines' },
  { ...dump, id: 'dumpList', path: paths.contentDumpList, summary: 'api.operations.dumpList' },
  {
    ...content,
    id: 'queryContent',
    method: 'post',
    path: paths.contentQuery,
    params,
    summary: 'api.operations.queryContent',
    body: {
      schema: requestBody,
      example: { sql: 'SELECT "title", "path" FROM _content_docs_en ORDER BY stem ASC LIMIT 3' },
    },
    answer: { status: 200, schema: z.array(z.record(z.string(), z.unknown())) },
    refusals: [400, 404],
  },
]
