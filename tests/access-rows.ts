/* Row type of the access table, and shorthands for its rows. */

/** Kinds of visitors. A visitor with an invalid session counts as a stranger. */
export const members = ['user', 'administrator', 'administrator without second factor', 'impersonated user'] as const
type Member = (typeof members)[number]
export const strangers = ['nobody', 'banned user', 'expired session', 'forged session'] as const
export type Visitor = Member | (typeof strangers)[number]

export interface Access {
  /** Concrete URL of the route without the locale prefix; defaults to the pattern itself */
  at?: string
  /** Expected status for each kind of visitor; `ask` = redirect to sign-in, `app` = redirect to the app */
  stranger: number | 'ask'
  user: number | 'app'
  administrator: number | 'app'
  /** `setup` = redirect to the setup of the second factor */
  withoutFactor: number | 'app' | 'setup'
  /** `confirm` = redirect to re-authentication */
  impersonated: number | 'app' | 'confirm'
  /** Requires step-up authentication: users with access are asked for the password again unless the check is recent */
  needsProof?: boolean
  /** Partly visible to strangers: the requested content decides whether they are asked to sign in */
  isPartlyPublic?: boolean
  /** Status of the htmx answer for allowed visitors, on forms that return a region instead of a redirect */
  partial?: number
  /** Status of the JSON answer for allowed visitors, on forms that answer scripts with data instead of a redirect */
  json?: number
  /** Max size of a file that the route accepts as an upload, bytes */
  fileBytes?: number
}

export const everybody = (status: number, at?: string): Access => ({
  at,
  stranger: status,
  user: status,
  administrator: status,
  withoutFactor: status,
  impersonated: status,
})
/** Signed-in pages. An impersonated user sees everything but can change nothing. */
export const signedIn = (status: number, more: Partial<Access> = {}): Access => ({
  ...everybody(status),
  stranger: 'ask',
  ...more,
})
export const own = (status: number, more: Partial<Access> = {}) => signedIn(status, { impersonated: 403, ...more })
export const administrators = (status: number, more: Partial<Access> = {}): Access => ({
  stranger: 'ask',
  user: 404,
  administrator: status,
  withoutFactor: 'setup',
  impersonated: 404,
  ...more,
})

/** An action with which administrators change something; each one decides whether it needs step-up authentication. */
export interface AdminChange extends Access {
  needsProof: boolean
}
export const adminChange = (status: number, at?: string): AdminChange => ({
  ...administrators(status, { at }),
  needsProof: false,
})
export const freshAdminChange = (status: number, at?: string): AdminChange => ({
  ...adminChange(status, at),
  needsProof: true,
})

export interface AccessTable {
  [route: string]: Access
  [change: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /admin/${string}`]: AdminChange
}
export const guests = (status: number): Access => ({
  stranger: status,
  user: 'app',
  administrator: 'app',
  withoutFactor: 'app',
  impersonated: 'app',
})

/** ID of the user whom admin URLs name */
export const subject = '01980000-0000-7000-8000-0000000000aa'
