/**
 * Fits `models/tables.json`, which decides which areas of a page are tables, and `models/grids.json`, which chooses their grid.
 *
 * `npm run train:tables` collects the candidates of each document; its options are in `../train.ts`.
 */
import { readFile } from 'node:fs/promises'
import { type Document, train } from '../train.ts'
import { type Collected, candidatesOf, type Judge } from './candidates.ts'
import { judgeByPlaces, judgeByWords, judgePrinted } from './judges.ts'

await train(async ({ truth, real, made }) => {
  const found: Collected[] = []
  const collect = async ({ path, names }: Document, judge: Judge) => {
    found.push(await candidatesOf(await readFile(path), judge, truth.similarity, names))
  }
  for (const document of real) {
    const { judged, name } = document.sample
    await collect(document, judgeByWords(truth.tablesOf(judged, name), truth.wordsOf))
  }
  for (const document of made) {
    const judge = document.isPrinted
      ? judgePrinted(
          truth.tablesOfMarkdown(await readFile(document.truthPath, 'utf8')),
          truth.wordsOf,
        )
      : judgeByPlaces(document.truthPath)
    await collect(document, judge)
  }
  return {
    tables: found.flatMap(({ areas }) => areas),
    // With printed documents, the choices on templates that were left out are the same.
    grids: found.flatMap(({ grids }) => grids).filter(({ corpus }) => corpus !== 'office'),
  }
})
