/** Built-in words, for a clone without corpora. */
import type { Material } from './materials.ts'
import type { Random } from './random.ts'

const subjects = [
  'The committee',
  'A second survey',
  'Each department',
  'The new schedule',
  'Every applicant',
  'The annual budget',
  'This instrument',
  'The northern district',
  'Our supplier',
  'The control group',
  'A careful reader',
  'The library',
  'The steering group',
  'A smaller sample',
  'The interface',
  'The treatment',
  'The contractor',
  'The harbour office',
] as const
const verbs = [
  'reviews',
  'extends',
  'replaces',
  'describes',
  'depends on',
  'improves',
  'delays',
  'confirms',
  'records',
  'measures',
  'supports',
  'returns',
  'publishes',
  'rejects',
  'compares',
  'collects',
] as const
const objects = [
  'the quarterly figures',
  'all open requests',
  'a written agreement',
  'the earlier result',
  'several independent tests',
  'the list of members',
  'two thirds of the cost',
  'the safety instructions',
  'an updated estimate',
  'the water supply',
  'the first chapter',
  'the shared calendar',
  'a random subset of the pages',
  'the terms of delivery',
  'the temperature in the cold room',
  'training for new staff',
] as const
const tails = [
  'before the end of the year',
  'in most of the regions',
  'without further notice',
  'as shown in the table below',
  'under the present rules',
  'when the pressure falls',
  'for the second time since 2019',
  'with a margin of 4.5 %',
  'because demand has grown',
  'at 12 h after the start',
  'on the recommendation of Smith et al.',
  'although the sample was small',
  'at a cost of $1,250 per unit',
  'in accordance with section 3.2',
  'i.e. during the night shift',
] as const
const nouns = [
  'Results',
  'Method',
  'Budget',
  'Safety',
  'Delivery',
  'Membership',
  'Maintenance',
  'Sampling',
  'Background',
  'Discussion',
  'Configuration',
  'Eligibility',
  'Schedule',
  'Quality',
  'Risk',
  'Installation',
  'Reporting',
  'Water',
  'Energy',
  'Transport',
] as const
const qualifiers = [
  'and Scope',
  'of the Survey',
  'in Practice',
  'for New Staff',
  'and Responsibilities',
  'Overview',
  'by Region',
  'after 2020',
  'Requirements',
  'and Limits',
  'Procedure',
  'of Records',
] as const

/** Creates material from the lists above; another seed gives another text. */
export function buildMaterial(random: Random): Material {
  const many = <Item>(count: number, make: () => Item): Item[] =>
    Array.from({ length: count }, make)
  return {
    source: 'built-in',
    corpus: 'built-in',
    headings: many(40, () => heading(random)),
    paragraphs: many(40, () => many(random.int(2, 7), () => sentence(random)).join(' ')),
    items: many(40, () => (random.chance(0.4) ? phrase(random) : sentence(random))),
    tables: many(8, () => table(random)),
    code: many(6, () => code(random)),
  }
}

function sentence(random: Random): string {
  const tail = random.chance(0.7) ? ` ${random.pick(tails)}` : ''
  const second = random.chance(0.3)
    ? `, and ${random.pick(subjects).toLowerCase()} ${random.pick(verbs)} ${random.pick(objects)}`
    : ''
  return `${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)}${second}${tail}.`
}

function phrase(random: Random): string {
  const text = `${random.pick(objects)}${random.chance(0.3) ? ` ${random.pick(tails)}` : ''}`
  return random.chance(0.5) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

function heading(random: Random): string {
  return random.chance(0.5)
    ? random.pick(nouns)
    : `${random.pick(nouns)} ${random.pick(qualifiers)}`
}

function table(random: Random): string[][] {
  const columns = random.int(2, 6)
  const head = Array.from({ length: columns }, () => random.pick(nouns))
  const rows = Array.from({ length: random.int(2, 9) }, () =>
    Array.from({ length: columns }, (_, column) =>
      column === 0
        ? phrase(random)
        : random.chance(0.7)
          ? String(random.int(1, 9999))
          : random.pick(nouns),
    ),
  )
  return [head, ...rows]
}

function code(random: Random): string[] {
  const name = random.pick(nouns).toLowerCase()
  return random.pick([
    [
      `def ${name}(values, limit=${random.int(2, 99)}):`,
      '    total = 0',
      '    for value in values:',
      '        if value > limit:',
      '            total += value',
      '    return total',
    ],
    [
      `$ ${name} --verbose --count ${random.int(1, 40)} input.csv`,
      `read ${random.int(100, 9000)} rows in 0.${random.int(10, 99)} s`,
      'done',
    ],
    [
      '$ ls -l',
      ...[1, 2, 3, 4].map(
        () =>
          `-rw-r--r--  1 root  staff  ${String(random.int(10, 99_999)).padStart(6)} ${random.pick(['Jan', 'May', 'Oct'])} ${String(random.int(1, 28)).padStart(2)} ${random.pick(nouns).toLowerCase()}.${random.pick(['txt', 'csv', 'md'])}`,
      ),
    ],
    [
      'NAME          STATUS    AGE  PORT',
      ...[1, 2, 3].map(
        () =>
          `${random.pick(nouns).toLowerCase().padEnd(14)}${random.pick(['Running', 'Pending', 'Failed']).padEnd(10)}${String(random.int(1, 99)).padEnd(3)}d ${random.int(80, 9000)}`,
      ),
    ],
    [
      '{',
      `  "name": "${name}",`,
      `  "version": ${random.int(1, 9)},`,
      '  "items": ["a", "b"]',
      '}',
    ],
    [`SELECT id, ${name}`, `FROM records WHERE year = ${random.int(1990, 2030)}`, 'ORDER BY id;'],
  ])
}
