import { z } from 'zod'
import { described, type Operation } from '../openapi/operation.ts'
import { paths } from '../paths.ts'
import { scopes } from './api-token/scopes.ts'

/** Every page calls it, so this is the highest limit of the API. */
export const whoLimit = { burst: 6000, everyMs: 10 }
export const tokensLimit = { burst: 300, everyMs: 25 }

export const credentials = z.object({
  login: z.string().max(200),
  password: z.string().max(1000),
  totp: z.string().max(40).optional().meta(described('api.fields.totp')),
  /** The challenge of a 429 answer and the nonce found for it, separated by a colon */
  work: z.string().max(200).optional().meta(described('api.fields.work')),
  next: z.string().max(2000).optional().meta(described('api.fields.next')),
})
export const newAccount = credentials.extend({ name: z.string().max(200).optional() })

const user = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  role: z.enum(['user', 'admin']),
  locale: z.enum(['ru', 'en']),
})
const meSchema = z.object({
  user: user.nullable(),
  isImpersonated: z.literal(true).optional().meta(described('api.fields.isImpersonated')),
})
const signedInSchema = z.object({ user })

const time = z.int().meta(described('api.fields.time'))
const tokensSchema = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.enum(scopes)),
      createdAt: time,
      expiresAt: time,
      usedAt: time.nullable().meta(described('api.fields.usedAt')),
      isThis: z.boolean().meta(described('api.fields.isThis')),
    }),
  ),
})

const example = { login: 'anna', password: 'a long river 7' }

export const authOperations: readonly Operation[] = [
  {
    id: 'whoAmI',
    method: 'get',
    path: paths.authMe,
    section: 'account',
    summary: 'api.operations.whoAmI',
    scope: 'account:read',
    answer: { status: 200, schema: meSchema },
    limit: whoLimit,
  },
  {
    id: 'listTokens',
    method: 'get',
    path: paths.authTokens,
    section: 'account',
    summary: 'api.operations.listTokens',
    scope: 'account:read',
    isPersonal: true,
    answer: { status: 200, schema: tokensSchema },
    limit: tokensLimit,
  },
  {
    id: 'signIn',
    method: 'post',
    path: paths.authLogin,
    section: 'account',
    summary: 'api.operations.signIn',
    body: { schema: credentials, example, isForm: true },
    answer: { status: 200, schema: signedInSchema },
    refusals: [400, 401, 429],
  },
  {
    id: 'register',
    method: 'post',
    path: paths.authRegister,
    section: 'account',
    summary: 'api.operations.register',
    body: { schema: newAccount, example: { ...example, name: 'Anna' }, isForm: true },
    answer: { status: 201, schema: signedInSchema },
    refusals: [400, 409, 422, 429],
  },
  {
    id: 'signOut',
    method: 'post',
    path: paths.authLogout,
    section: 'account',
    summary: 'api.operations.signOut',
    answer: { status: 204, type: 'none' },
  },
  {
    id: 'listCommonPasswords',
    method: 'get',
    path: paths.commonPasswords,
    section: 'account',
    summary: 'api.operations.listCommonPasswords',
    params: { prefix: z.string().regex(/^[0-9a-f]{3}$/) },
    answer: { status: 200, type: 'text/plain' },
    refusals: [404],
  },
]
