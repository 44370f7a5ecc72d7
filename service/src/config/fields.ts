/** Parses the texts of environment variables: numbers, times, choices, hosts and addresses. */
import { z } from 'zod'

export function integer(preset: number, min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .default(preset)
}

/** Parses seconds, with decimals, into milliseconds. */
export function seconds(preset: number, min: number, max: number) {
  const message = `must be a number of seconds from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,3})?$/, message)
    .transform((value) => Number(value) * 1_000)
    .refine((value) => value >= min * 1_000 && value <= max * 1_000, message)
    .default(preset * 1_000)
}

export function oneOf<const Value extends string>(
  preset: NoInfer<Value>,
  values: readonly Value[],
) {
  return z.enum(values, `must be one of ${values.join(', ')}`).default(preset)
}

/** The two waits between the three attempts of a webhook. */
export const waits = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?,\d{1,6}(\.\d{1,3})?$/, 'must be two numbers of seconds: 30,300')
  .transform((value) => value.split(',').map(Number))
  .default([30, 300])

export const hosts = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim().toLowerCase()))
  .refine(
    (value) => value.every((each) => /^(?:\[[0-9a-f:.]+\]|[^\s:/@]+):(?:\d{1,5}|\*)$/.test(each)),
    'must be host:port, or host:* for all ports, separated by commas',
  )
  .default([])

const portMessage = 'must be a port, from 0 to 65535'
export const optionalPort = z
  .string()
  .regex(/^\d{1,5}$/, portMessage)
  .transform(Number)
  .refine((value) => value <= 65_535, portMessage)
  .optional()

export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/$/, ''))
  .optional()

/** Parses `name=value,name=value` with percent-encoded values, the format of OpenTelemetry's headers. */
export const headerList = z
  .string()
  .regex(/^[\w-]+=[^,\s]*(?:,\s*[\w-]+=[^,\s]*)*$/, 'must be name=value, separated by commas')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const [name = '', ...value] = pair.trim().split('=')
        return [name, decodeURIComponent(value.join('='))]
      }),
    ),
  )
  .default({})

export const ratio = z
  .string()
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a number from 0 to 1')
  .transform(Number)
  .default(1)

export const secretKey = z.string().min(16, 'must have at least 16 characters').optional()

export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
  .optional()
