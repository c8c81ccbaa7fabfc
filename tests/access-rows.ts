/* What a line of the table of access says, and short ways to say it. */

/** Who asks, other than somebody whose session is worth nothing: they are strangers like any other. */
export const members = ['user', 'administrator', 'administrator without second factor', 'impersonated user'] as const
export type Member = (typeof members)[number]
export const strangers = ['nobody', 'banned user', 'expired session', 'forged session'] as const
export type Visitor = Member | (typeof strangers)[number]

export interface Access {
  /** An address of the route, without the locale prefix; the pattern itself unless given */
  at?: string
  /** The status for those who may, `ask` for being asked to sign in, `app` for being sent to the app */
  stranger: number | 'ask'
  user: number | 'app'
  administrator: number | 'app'
  /** `setup` leads to setting up the second factor first */
  withoutFactor: number | 'app' | 'setup'
  /** `confirm` leads to proving again who one is */
  impersonated: number | 'app' | 'confirm'
  /** Asks everybody who may for the password again, unless it was given lately */
  needsProof?: boolean
  /** Strangers see some things there: only what those are decides whether somebody is asked to sign in */
  isPartlyPublic?: boolean
  /** For forms that answer htmx by a region instead of sending everybody on: its status, for those who may */
  partial?: number
  /** The largest file that is taken there */
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
/** Sees all of it, and changes nothing, who looks at the site as somebody else. */
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

/** By which administrators change something: whether it asks for the password again is decided for each. */
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

/** The user whom administrators' addresses are about */
export const subject = '01980000-0000-7000-8000-0000000000aa'
