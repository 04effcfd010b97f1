// The obvious implementation of watching a car: socket.io with a room for each trip, run as a separate process. No checks,
// sign-in or rules.
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const web = createServer((_request, response) => void response.end('ok'))
const rooms = new Server(web, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })

type Acknowledge = (said: unknown) => void

rooms.on('connection', (socket) => {
  socket.on('watch', (trip: string, acknowledge: Acknowledge) => {
    void socket.join(trip)
    acknowledge('watching')
  })
  socket.on('position', (trip: string, fix: { seq: number }, acknowledge: Acknowledge) => {
    rooms.to(trip).emit('position', fix)
    acknowledge(fix.seq)
  })
})

web.listen(Number(process.env['PORT']), '127.0.0.1')
