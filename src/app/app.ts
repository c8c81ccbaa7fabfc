import type { Access } from '../http/access.ts'
import type { Operation } from '../openapi/operation.ts'
import type { NavigationEntry } from '../ui/menus.ts'

export interface App {
  /** @param addressOf  returns the client address of the socket; called only if the page is not cached */
  fetch(request: Request, addressOf?: () => string | undefined): Response | Promise<Response>
  request(path: string, init?: RequestInit): Promise<Response>
  /** All routes; a test checks that each route declares its access level. */
  routes: readonly Route[]
  /** The documented routes */
  operations: readonly Operation[]
  navigation: readonly NavigationEntry[]
}

export interface Route {
  method: string
  path: string
  /** Access level that the route's handler declares; undefined if there is none */
  access?: Access | undefined
  scope?: string | undefined
}
