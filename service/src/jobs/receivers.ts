/** Mails the owner of an account when a webhook receiver was disabled. */
import type { Db } from '../database/index.ts'
import type { Mail, Mailer } from '../mail/index.ts'
import { claimUnannounced, type DisabledReceiver, markUnannounced } from './statements/index.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** @param publicUrl The service's own address, if configured. */
export async function announceDisabledReceivers(
  db: Db,
  mailer: Mailer,
  publicUrl: string | undefined,
): Promise<void> {
  for (const receiver of await claimUnannounced(db)) {
    const { email } = receiver
    if (email === null) continue
    try {
      await mailer.send(writeMail(receiver, email, publicUrl))
    } catch (error) {
      await markUnannounced(db, receiver)
      throw error
    }
  }
}

function writeMail(
  { host, failingSince }: DisabledReceiver,
  to: string,
  publicUrl: string | undefined,
): Mail {
  const page = publicUrl === undefined ? 'on your account page' : `at ${publicUrl}/account`
  return {
    to,
    subject: `Webhooks to ${host} are disabled`,
    text: `${host} has accepted no webhook of Recto since ${day.format(failingSince)}. No more webhooks are sent there; pending ones count as failed.\n\nThe results of your jobs remain available. Once ${host} works again, enable its webhooks ${page}, or resend one of them.\n`,
  }
}
