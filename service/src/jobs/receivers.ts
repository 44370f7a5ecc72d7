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
    subject: `Webhooks to ${host} are switched off`,
    text: `${host} has accepted no webhook of Recto since ${day.format(failingSince)}. None is sent there any more; those that wait count as failed.\n\nThe results of your jobs are there all the same. Once ${host} works again, switch its webhooks on ${page}, or send one of them again.\n`,
  }
}
