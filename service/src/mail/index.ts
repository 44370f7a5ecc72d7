/** Sends mails over SMTP, or prints them if no server is configured. */
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

/** The server did not accept the mail. */
export class MailError extends Error {
  override readonly name = 'MailError'
}

const CONNECT_MS = 10_000

/**
 * @param smtpUrl `smtps://user:password@host:port`; without one, mails are printed for the operator.
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
        // The recipient's address is user input: nothing is read from files or fetched for it.
        await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
      } catch (error) {
        log.error({ err: error }, 'a mail was not sent')
        throw new MailError('The mail could not be sent.', { cause: error })
      }
    },
  }
}
