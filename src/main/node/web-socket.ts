import { WebSocket } from 'ws'

// Node 20 has none, and those of later ones keep the status of a refusal to themselves.
Object.assign(globalThis, { WebSocket })
