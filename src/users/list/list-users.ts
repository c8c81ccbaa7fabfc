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

/**
 * Max number of matches that are read by the search index. With more matches the list is walked instead, because the
 * next match is always near.
 */
const fewFound = 2000
/** Number of rows read in the first step of a walk over the list; doubles with each further step */
const firstStep = 250
/** Max steps of a walk that find too few matches: then the matches are clustered elsewhere, and the index is used */
const maxSteps = 3

export interface UserPage {
  users: UserLine[]
  /** Adjacent pages; undefined at the first or last page */
  next?: UserList | undefined
  previous?: UserList | undefined
}

/** Returns one page of the user list, after or before its cursor. */
export async function listUsers(db: Db, list: UserList, limit: number, now: number): Promise<UserPage> {
  const { after, before, ...rest } = list
  if (before && !after) {
    const request = requestOf({ ...rest, isDescending: !list.isDescending, after: before }, limit + 1, now)
    const found = await findLines(db, request)
    // Shows the first page whole if there are fewer rows than on a page.
    if (found.length <= limit) return listUsers(db, rest, limit, now)
    const users = found.slice(0, limit).reverse()
    return { users, ...neighbours(rest, users, { hasNext: true, hasPrevious: true }) }
  }
  const found = await findLines(db, requestOf(list, limit + 1, now))
  const users = found.slice(0, limit)
  return { users, ...neighbours(rest, users, { hasNext: found.length > limit, hasPrevious: after !== undefined }) }
}

/** Finds the users of a request in its order by the cheapest query plan. */
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
  for (let step = 0; step < maxSteps; step++) {
    const rows = firstStep * 2 ** step
    const walked = await walkLines(db, { ...request, behind, limit: rows })
    lines.push(...walked.filter(matches))
    const last = walked.at(-1)
    if (lines.length >= limit || !last || walked.length < rows) return lines.slice(0, limit)
    behind = cursorOf(sort, last)
  }
  return [...lines, ...(await sortFoundLines(db, { ...request, behind, limit: limit - lines.length }))]
}

/** Returns a function that matches users by the fields that the search index covers. */
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
