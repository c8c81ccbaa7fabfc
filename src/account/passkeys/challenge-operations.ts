import { z } from 'zod'
import { described, type Operation } from '../../openapi/operation.ts'
import { paths } from '../../paths.ts'

export const strangersUse = z.object({ use: z.enum(['sign-in', 'second-step']) })

/** Per network: each sign-in page requests one, and again every four minutes */
export const challengesLimit = { burst: 300, everyMs: 100 }

const challengeSchema = z.object({
  token: z.string().meta(described('api.fields.challengeToken')),
  publicKey: z.record(z.string(), z.unknown()).meta(described('api.fields.publicKey')),
})

export const challengeOperations: readonly Operation[] = [
  {
    id: 'askForPasskeyChallenge',
    method: 'post',
    path: paths.passkeyChallenge,
    section: 'account',
    summary: 'api.operations.askForPasskeyChallenge',
    body: { schema: strangersUse, example: { use: 'sign-in' }, isForm: true },
    answer: { status: 200, schema: challengeSchema },
    refusals: [400, 401],
    limit: challengesLimit,
  },
]
