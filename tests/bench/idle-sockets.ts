/** So many that are being opened at once: the kernel's queue of those that wait to be taken is short. */
const width = 100

/** Sockets of the ticker that follow nothing and answer its pings. @returns closes them */
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

/** In the words of Engine.IO and Socket.IO: `0` opened, `2` ping, `3` pong, `40` joined. */
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
