import { afterAll, expect, test } from 'bun:test'
import { serveTicker } from '../../tests/ticker-server.ts'
import { until } from '../../tests/until.ts'

const server = serveTicker()
afterAll(server.close)

async function open() {
  const frames: string[] = []
  const socket = new WebSocket(server.socketUrl)
  socket.onmessage = ({ data }) => void frames.push(String(data))
  const has = (count: number) => until(() => frames.length === count)
  await has(1)
  return {
    socket,
    has,
    /** Kinds of the frames received so far: `0` handshake, `40` joined, or the name of an event */
    kinds: () => frames.map((frame) => /^42\["(\w+)"/.exec(frame)?.[1] ?? /^\d+/.exec(frame)?.[0]),
  }
}

test('feed news goes to sockets that have joined, and to others once they join', async () => {
  const [joined, waiting] = [await open(), await open()]
  joined.socket.send('40')
  await joined.has(3)
  server.setState({ name: 'live' })
  await joined.has(4)
  waiting.socket.send('40')
  await waiting.has(3)
  expect(joined.kinds()).toEqual(['0', '40', 'feed', 'feed'])
  expect(waiting.kinds()).toEqual(['0', '40', 'feed'])
})
