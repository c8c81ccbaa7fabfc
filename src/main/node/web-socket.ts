import { WebSocket } from 'ws'

// Node 20 has no WebSocket, and later versions do not expose the status of a refusal.
Object.assign(globalThis, { WebSocket })
