import type { InStatement } from '@libsql/client'
import { followsAlbum } from '../../telegram/message/requests.ts'
import { readContent } from '../content.ts'
import { noDueTime } from '../delivery/claim-queries.ts'
import { reopenFinished } from '../delivery/result-queries.ts'

interface AlbumSlice {
  /** JSON, as stored in the column */
  content: string
  /** SQL that is true for the unknown rows of the slice */
  slice: string
  /** SQL that is true until another process continues the task */
  isMine: string
  args: Record<string, string | number | null>
}

/**
 * Counts albums as sent if their text and buttons are a separate message: that one is sent now, and the recipient is
 * counted with it. Must precede the statements that count the other rows of the slice as sent.
 */
export function assumeAlbums({ content, slice, isMine, args }: AlbumSlice): InStatement[] {
  if (!followsAlbum(readContent(content))) return []
  const albums = `${slice} and part = 0 and exists (select 1 from broadcasts where ${isMine})`
  return [
    {
      sql: `insert or ignore into deliveries (broadcast_id, chat_id, part, locale, name, variant, is_trial, due_at, at)
        select broadcast_id, chat_id, 1, locale, name, variant, is_trial, ${noDueTime}, :now from deliveries where ${albums}`,
      args,
    },
    {
      sql: `update broadcasts set ${reopenFinished} where changes() > 0 and ${isMine}`,
      args,
    },
    {
      sql: `update deliveries set state = 'sent', reason = null, error = null, holder = null, lease_until = 0, at = :now
        where ${albums}`,
      args,
    },
    {
      sql: `update broadcasts set unknown = unknown - changes(), task_done = task_done + changes()
        where changes() > 0 and ${isMine}`,
      args,
    },
  ]
}
