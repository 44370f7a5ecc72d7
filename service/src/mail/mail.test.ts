import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMailer, MailError } from './index.ts'

const log = pino({ level: 'silent' })
const mail = {
  to: 'ada@example.com',
  subject: 'Sign in',
  text: 'Open https://r.example/x?token=1\n',
}

/**
 * Starts a minimal SMTP server (RFC 5321).
 *
 * @param refusal The answer to the recipient, instead of `250`.
 */
async function startServer(received: string[], refusal = '250 ok'): Promise<[Server, string]> {
  const server = createServer((socket) => {
    let isData = false
    let text = ''
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (isData && text.endsWith('\r\n.\r\n')) {
        received.push(text)
        isData = false
        text = ''
        socket.write('250 taken\r\n')
      } else if (!isData && text.endsWith('\r\n')) {
        const word = text.slice(0, 4).toUpperCase()
        text = ''
        isData = word === 'DATA'
        const answers: Record<string, string> = {
          DATA: '354 go on',
          RCPT: refusal,
          QUIT: '221 bye',
        }
        socket.write(`${answers[word] ?? '250 ok'}\r\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Sound: the server listens on a port, not on a pipe.
  return [server, `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`]
}

test('sends a mail by SMTP', async () => {
  const received: string[] = []
  const [server, smtpUrl] = await startServer(received)
  const { send } = await createMailer({ smtpUrl, from: 'Recto <a@b.example>' }, log)
  await send(mail)
  expect(received.join('')).toMatch(/From: Recto <a@b.example>[\s\S]*To: ada@example.com/)
  expect(received.join('').replaceAll('=3D', '=')).toContain('https://r.example/x?token=1')
  server.close()
})

test('reports a refused mail without its contents', async () => {
  const [server, smtpUrl] = await startServer([], '550 no such user')
  const { send } = await createMailer({ smtpUrl, from: 'a@b.example' }, log)
  await expect(send(mail)).rejects.toThrow(MailError)
  server.close()
  await expect(send(mail)).rejects.toThrow('The mail could not be sent.')
})

test('prints mails if no server is configured', async () => {
  const lines: string[] = []
  const { send } = await createMailer({ smtpUrl: undefined, from: 'x' }, log, (line) =>
    lines.push(line),
  )
  await send(mail)
  expect(lines.join()).toContain('https://r.example/x?token=1')
})
