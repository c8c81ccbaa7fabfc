import type { Db } from '../../db/client.ts'
import {
  countFound,
  cursorOf,
  isIndexed,
  type LineRequest,
  requestOf,
  sortFoundLines,
  type UserLine,
  walkLines,
} from './list-queries.ts'
import type { UserList } from './list-query.ts'

/** A search that finds more than this is answered by walking the list: the next who match are never far. */
const fewFound = 2000
/** Rows looked at in the first step of such a walk; each further one is twice as long */
const firstStep = 250
/** When so many steps held too few who match, they stand together elsewhere: the index finds them. */
const mostSteps = 3

export interface UserPage {
  users: UserLine[]
  /** The addresses of the pages beside this one; absent at either end */
  next?: UserList | undefined
  previous?: UserList | undefined
}

/** One page of a list, by the cursor it begins behind or ends before. */
export async function listUsers(db: Db, list: UserList, limit: number, now: number): Promise<UserPage> {
  const { after, before, ...rest } = list
  if (before && !after) {
    const request = requestOf({ ...rest, isDescending: !list.isDescending, after: before }, limit + 1, now)
    const found = await findLines(db, request)
    // Fewer than a page before it: that is the first page, which is shown whole.
    if (found.length <= limit) return listUsers(db, rest, limit, now)
    const users = found.slice(0, limit).reverse()
    return { users, ...neighbours(rest, users, { hasNext: true, hasPrevious: true }) }
  }
  const found = await findLines(db, requestOf(list, limit + 1, now))
  const users = found.slice(0, limit)
  return { users, ...neighbours(rest, users, { hasNext: found.length > limit, hasPrevious: after !== undefined }) }
}

/** Lines of a request, in its order, whichever way is the shortest to them. */
export async function findLines(db: Db, request: LineRequest): Promise<UserLine[]> {
  const { search } = request.filter
  if (!isIndexed(search)) return walkLines(db, request)
  const found = await countFound(db, search, fewFound + 1)
  return found <= fewFound ? sortFoundLines(db, request) : walkMatching(db, request)
}

async function walkMatching(db: Db, request: LineRequest): Promise<UserLine[]> {
  const { limit, sort } = request
  const matches = matcher(request.filter.search)
  const lines: UserLine[] = []
  let behind = request.behind
  for (let step = 0; step < mostSteps; step++) {
    const rows = firstStep * 2 ** step
    const walked = await walkLines(db, { ...request, behind, limit: rows })
    lines.push(...walked.filter(matches))
    const last = walked.at(-1)
    if (lines.length >= limit || !last || walked.length < rows) return lines.slice(0, limit)
    behind = cursorOf(sort, last)
  }
  return [...lines, ...(await sortFoundLines(db, { ...request, behind, limit: limit - lines.length }))]
}

/** Whether a user has these letters where the index looks for them. */
function matcher(search: string): (user: UserLine) => boolean {
  const wanted = search.toLowerCase()
  return ({ login, name, id, telegramName, telegramId }) =>
    [login, name, id, telegramName === null ? '' : `@${telegramName}`, telegramId ?? '']
      .join('\n')
      .toLowerCase()
      .includes(wanted)
}

function neighbours(list: UserList, users: UserLine[], { hasNext, hasPrevious }: Record<string, boolean>) {
  const [first, last] = [users[0], users.at(-1)]
  return {
    next: hasNext && last ? { ...list, after: cursorOf(list.sort, last) } : undefined,
    previous: hasPrevious && first ? { ...list, before: cursorOf(list.sort, first) } : undefined,
  }
}
