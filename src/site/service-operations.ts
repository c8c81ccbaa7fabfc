import { z } from 'zod'
import { locales } from '../i18n/locales.ts'
import { described, type Operation } from '../openapi/operation.ts'
import { paths } from '../paths.ts'

const build = z.object({ id: z.string(), timestamp: z.int().meta(described('api.fields.time')) })
const service = { section: 'service', method: 'get' } as const

/** @param builds  path where builds are published; `name` distinguishes the two sets */
const buildOperations = (builds: string, name: string): Operation[] => [
  {
    ...service,
    id: `latest${name}`,
    path: `${builds}/latest.json`,
    summary: 'api.operations.latestBuild',
    answer: { status: 200, schema: build },
  },
  {
    ...service,
    id: `find${name}`,
    path: `${builds}/meta/:file`,
    params: { file: z.string().regex(/\.json$/) },
    summary: 'api.operations.findBuild',
    answer: {
      status: 200,
      schema: build.extend({ matcher: z.record(z.string(), z.unknown()), prerendered: z.array(z.string()) }),
    },
    refusals: [404],
    hasProtocolErrors: true,
  },
]

export const serviceOperations: readonly Operation[] = [
  {
    ...service,
    id: 'listMessages',
    path: paths.messages,
    params: { locale: z.enum(locales) },
    summary: 'api.operations.listMessages',
    answer: { status: 200, schema: z.partialRecord(z.enum(locales), z.record(z.string(), z.unknown())) },
    refusals: [400, 404],
    hasProtocolErrors: true,
  },
  ...buildOperations(paths.builds, 'Build'),
  ...buildOperations(paths.nuxtBuilds, 'NuxtBuild'),
]
