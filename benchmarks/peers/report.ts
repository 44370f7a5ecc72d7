/** Writes measurements as `benchmarks/peers.md` and its chart. */
import { type BarGroup, drawBars } from '../charts/bars.ts'
import type { Figures } from '../run-contestant.ts'

export interface Row {
  readonly name: string
  readonly figures: Figures
  readonly sizeMiB: number
  readonly score: number | undefined
}

export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
  /** Contestants that do not run on this machine, with the reason. */
  readonly absent: readonly (readonly [name: string, reason: string])[]
}

const whole = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '–')
const share = (score: number | undefined): string => (score === undefined ? '–' : score.toFixed(3))

export const isOurs = (name: string): boolean => name.startsWith('recto')

export function tableOf({ title, rows, absent }: Section): string {
  const lines = rows.map(({ name, figures, sizeMiB, score }) => {
    const { cpuMs, wallMs, peakMiB } = figures
    const cells = [whole(wallMs), whole(cpuMs), whole(peakMiB), whole(sizeMiB), share(score)]
    return `| ${isOurs(name) ? `**${name}**` : name} | ${cells.join(' | ')} |`
  })
  return [
    `## ${title}`,
    '',
    '| | wall ms | CPU ms | peak MiB | install MiB | score |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    ...absent.map(([name, reason]) => `\n${name} does not run on this machine (${reason}).`),
    ...losses(rows),
  ].join('\n')
}

/** Lists the measures in which a peer is better than Recto. */
function losses(rows: readonly Row[]): string[] {
  const ours = rows.find(({ name }) => isOurs(name))
  if (!ours) return []
  if (!Number.isFinite(ours.figures.cpuMs)) {
    return ['\nTime, memory and install size were not measured in this run.']
  }
  const peers = rows.filter(({ name }) => !isOurs(name))
  const better = (isBetter: (row: Row) => boolean): string =>
    peers
      .filter(isBetter)
      .map(({ name }) => name)
      .join(', ')
  const parts = [
    ['time', better(({ figures }) => figures.wallMs < ours.figures.wallMs)],
    ['memory', better(({ figures }) => figures.peakMiB < ours.figures.peakMiB)],
    ['install size', better(({ sizeMiB }) => sizeMiB < ours.sizeMiB)],
    ['score', better(({ score }) => score !== undefined && score > (ours.score ?? 0))],
  ].filter(([, names]) => names !== '')
  if (parts.length === 0) return ['\nRecto loses in none of these measures.']
  return [
    `\nRecto loses in ${parts.map(([what, names]) => `${what} to ${names}`).join('. It loses in ')}.`,
  ]
}

export function chartOf(sections: readonly Section[]): string {
  const groups = sections.map(
    ({ title, rows }): BarGroup => ({
      title,
      bars: rows
        .filter(({ figures }) => Number.isFinite(figures.cpuMs))
        .toSorted((a, b) => a.figures.cpuMs - b.figures.cpuMs)
        .map(({ name, figures: { cpuMs, peakMiB }, score }) => ({
          name,
          value: cpuMs,
          label: [
            `${whole(cpuMs)} ms, ${whole(peakMiB)} MiB`,
            ...(score === undefined ? [] : [`score ${score.toFixed(2)}`]),
          ].join(', '),
          isOurs: isOurs(name),
        })),
    }),
  )
  return drawBars(
    'CPU time of one conversion, memory, and score',
    groups.filter(({ bars }) => bars.length > 0),
  )
}
