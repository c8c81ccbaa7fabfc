import type { Access } from '../http/access.ts'
import type { NavigationEntry } from '../ui/menus.ts'

export interface App {
  /** @param addressOf  the visitor's address from the socket; called when a page is not in memory */
  fetch(request: Request, addressOf?: () => string | undefined): Response | Promise<Response>
  request(path: string, init?: RequestInit): Promise<Response>
  /** A test holds that access is declared for each. */
  routes: readonly Route[]
  navigation: readonly NavigationEntry[]
}

export interface Route {
  method: string
  path: string
  /** Undefined where a handler declares nothing */
  access?: Access | undefined
  scope?: string | undefined
}
