/** States of a broadcast, in lifecycle order */
export const broadcastStates = [
  'draft',
  'approved',
  'scheduled',
  'preparing',
  'running',
  'paused',
  'finished',
  'cancelled',
] as const
export type BroadcastState = (typeof broadcastStates)[number]
