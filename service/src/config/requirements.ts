/** Checks settings that other settings require. */
import type { Environment } from './environment.ts'

interface Requirement {
  readonly isNeeded: (env: Environment) => boolean
  readonly names: readonly (keyof Environment)[]
  /** Completes the sentence "… must be set". */
  readonly why: string
}

/** Returns true for an address that only this machine can reach. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

const requirements: readonly Requirement[] = [
  {
    isNeeded: ({ RECTO_ROLE, RECTO_SMTP_URL, STRIPE_SECRET_KEY, RECTO_HOST }) =>
      RECTO_ROLE !== 'worker' &&
      (RECTO_SMTP_URL !== undefined || STRIPE_SECRET_KEY !== undefined || !isLoopback(RECTO_HOST)),
    names: ['RECTO_PUBLIC_URL'],
    why: 'if RECTO_SMTP_URL or STRIPE_SECRET_KEY is set, or RECTO_HOST is reachable from other machines: links in mails use it, for example https://recto.example',
  },
  {
    isNeeded: (env) => env.STRIPE_SECRET_KEY !== undefined,
    names: ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ESSENTIAL', 'STRIPE_PRICE_SCALE'],
    why: 'if STRIPE_SECRET_KEY is set',
  },
  {
    isNeeded: (env) => env.RECTO_ROLE !== 'all',
    names: ['RECTO_SECRET_KEY'],
    why: 'if RECTO_ROLE is web or worker, to the same value in all processes, because they share encrypted data',
  },
]

/** Returns a sentence for each missing setting. */
export function findMissing(env: Environment): string[] {
  return requirements
    .filter(({ isNeeded }) => isNeeded(env))
    .flatMap(({ names, why }) =>
      names.filter((name) => env[name] === undefined).map((name) => `${name} must be set ${why}.`),
    )
}
