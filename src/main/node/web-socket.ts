import { WebSocket } from 'ws'

// Replaces the global WebSocket: Node 20 has none, and in later versions it does not expose the status of a refusal.
Object.assign(globalThis, { WebSocket })
