/** Number of sockets opened at once; low, because the kernel's accept queue is short. */
const width = 100

/** Opens sockets of the ticker that subscribe to nothing and answer pings. @returns a function that closes them */
export async function openIdleSockets(port: number, count: number): Promise<() => void> {
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const wave = Math.min(width, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: wave }, () => openSocket(port)))))
  }
  return () => {
    for (const socket of sockets) socket.close()
  }
}

/** Packets of Engine.IO and Socket.IO: `0` opened, `2` ping, `3` pong, `40` joined. */
function openSocket(port: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`)
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') return
      if (data.startsWith('0')) socket.send('40')
      else if (data.startsWith('40')) resolve(socket)
      else if (data === '2') socket.send('3')
    }
    socket.onclose = ({ code }) => reject(new Error(`A socket was closed: ${code}`))
  })
}
