/** Mail: sent by a server, or printed where there is none. */
import type { Log } from '../log.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** @throws {MailError} */
  send(mail: Mail): Promise<void>
}

/** The mail could not be handed over. */
export class MailError extends Error {
  override readonly name = 'MailError'
}

const CONNECT_MS = 10_000

/**
 * @param smtpUrl `smtps://user:password@host:port`; without one, mails are printed for who runs the service to read.
 * @param print Writes a line.
 */
export async function createMailer(
  { smtpUrl, from }: { readonly smtpUrl: string | undefined; readonly from: string },
  log: Log,
  print: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Promise<Mailer> {
  if (smtpUrl === undefined) {
    return {
      send: async ({ to, subject, text }) => print(`recto: mail to ${to}: ${subject}\n\n${text}`),
    }
  }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    { url: smtpUrl, connectionTimeout: CONNECT_MS, socketTimeout: CONNECT_MS },
    { from },
  )
  return {
    send: async (mail) => {
      try {
        // What is sent is ours, but its recipient is a stranger's word: nothing is fetched or read for it.
        await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
      } catch (error) {
        log.error({ err: error }, 'a mail was not sent')
        throw new MailError('The mail could not be sent.', { cause: error })
      }
    },
  }
}
