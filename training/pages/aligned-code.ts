/** Makes lines of code and output whose parts are aligned, and which are no tables. */
import { type Composer, drawPhrase } from './stock.ts'

/** Returns the lines of a structure with comments, of printed numbers, of a printed matrix, or of commands. */
export function alignedCode(composer: Composer): string[] {
  const { random } = composer
  return random.pick([structure, output, matrix, commands])(composer)
}

const name = ({ random }: Composer): string =>
  random.pick(['size', 'profile', 'link', 'count', 'next', 'buffer', 'state', 'index', 'flags'])

const lineCount = ({ random }: Composer): number => random.int(3, 10)

function structure(composer: Composer): string[] {
  const { random } = composer
  const types = ['int', 'char *', 'uint32_t', 'profile_t *', 'bool', 'double']
  const width = random.int(24, 34)
  const hasComments = random.chance(0.7)
  const fields = Array.from({ length: lineCount(composer) }, (_, at) => {
    const field = `    ${random.pick(types).padEnd(random.chance(0.5) ? 12 : 1)} ${name(composer)}_${at};`
    return hasComments ? `${field.padEnd(width)} /* ${drawPhrase(composer, 24)} */` : field
  })
  return ['typedef struct {', ...fields, `} ${name(composer)}_t;`]
}

function output(composer: Composer): string[] {
  const { random } = composer
  const heads = random
    .shuffle(['Estimate', 'Std. Error', 't value', 'Pr(>|t|)', 'Min.', 'Median', 'Mean', 'Max.'])
    .slice(0, random.int(2, 5))
  const mark = random.pick(['', '## '])
  const rows = Array.from({ length: lineCount(composer) }, (_, at) => {
    const values = heads.map(() => random.between(-20, 90).toFixed(random.int(2, 6)).padStart(12))
    return `${mark}${`${name(composer)}${at}`.padEnd(14)}${values.join('')}`
  })
  const head = `${mark}${' '.repeat(14)}${heads.map((own) => own.padStart(12)).join('')}`
  return [...(random.chance(0.5) ? [`> summary(${name(composer)})`] : []), head, ...rows]
}

function matrix({ random }: Composer): string[] {
  const columns = random.int(3, 9)
  const rows = Array.from({ length: random.int(3, 8) }, () => {
    const values = Array.from({ length: columns }, () => String(random.int(-4, 9)).padStart(4))
    return `[${values.join(',')} ],`
  })
  return rows.map((row, at) => (at === 0 ? `[ ${row}` : `  ${row}`))
}

function commands(composer: Composer): string[] {
  const { random } = composer
  const width = random.int(22, 32)
  return Array.from(
    { length: lineCount(composer) },
    (_, at) => `${`$ run --${name(composer)} ${at}`.padEnd(width)} # ${drawPhrase(composer, 26)}`,
  )
}
