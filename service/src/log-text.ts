/** Formats a JSON log line for a terminal: `12:30:05 warn  mails are printed  to=stderr`. */

/** Escapes control characters, which could move the cursor or hide text. Line ends and tabs stay. */
const controls = /(?![\n\t])\p{Cc}/gu

export function toText(line: string): string {
  // Sound: pino writes objects.
  const { level, time, msg = '', err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const clock = new Date(String(time)).toTimeString().slice(0, 8)
  const facts = Object.entries(rest).map(([name, value]) => ` ${name}=${shown(value)}`)
  const head = `${clock} ${String(level).padEnd(5)} ${msg}${facts.length > 0 ? ' ' : ''}${facts.join('')}`
  return `${head}${faultOf(err)}\n`.replace(controls, '')
}

/** Limits a value's length, so that it does not hide other lines. */
const VALUE_CHARACTERS = 100

function shown(value: unknown): string {
  const isWord = typeof value === 'string' && /^[^\s"]+$/.test(value)
  const text = isWord ? value : JSON.stringify(value)
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS)}…` : text
}

/** Returns the stack of an error on separate lines. */
function faultOf(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, message } = err as { stack?: unknown; message?: unknown }
  return `\n${String(stack ?? message)
    .split('\n')
    .map((each) => `    ${each}`)
    .join('\n')}`
}
