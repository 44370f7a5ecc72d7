/** Speeds up Tesseract in WebAssembly: it returns the same words in less than six tenths of the time. */
import { assemble, sha256 } from '../wasm-code/assemble.ts'
import { prepend, type Rewriting, rewrite } from '../wasm-code/rewrite.ts'
import { activate, callActivate, callRound, round } from './activations.ts'
import { callProduct, product, shortProduct } from './int8-product.ts'
import { prependInLoop, replaceLoops } from './loops.ts'
import { callLayer, maxPool, stackNeighbours } from './picture-layers.ts'

/**
 * The build of tesseract.js-core 7.0.0. In another build, the functions are those that take most of the time in a profile of a
 * recognition.
 */
export const knownBuild = {
  sha256: '7985c92d4c64e7267d24cadffe1b2a1da6bf8aa55fdcaf953fe94fe122a24545',
  importedFunctions: 46,
  /** Numbers of functions. */
  functions: {
    /** `matrixDotVectorFunction` (arch/intsimdmatrix.h). */
    product: 3378,
    /** `LSTM::Forward` (lstm/lstm.cpp). */
    lstm: 2182,
    /** `FullyConnected::ForwardTimeStep` (lstm/fullyconnected.cpp). */
    fullyConnected: 981,
    /** `NetworkIO::WriteTimeStep` and `NetworkIO::WriteTimeStepPart` (lstm/networkio.cpp). */
    write: 336,
    writePart: 776,
    /** `Convolve::Forward` (lstm/convolve.cpp) and `Maxpool::Forward` (lstm/maxpool.cpp). */
    convolve: 2229,
    maxpool: 2166,
    /** `NetworkIO::ResizeToMap` (lstm/networkio.cpp), which has four parameters. */
    resize: 157,
    /** `deflate` of zlib. */
    deflate: 1109,
  },
  /** Addresses of `TanhTable` and `LogisticTable` (lstm/functions.h), and of the first function in zlib's `configuration_table`. */
  tables: { tanh: 135_008, logistic: 151_392, compressions: 383_432 },
} as const

/** @param module Tesseract's binary; any other build is returned unchanged. */
export function withFasterNetwork(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return sha256(module) === knownBuild.sha256 ? rewrite(module, rewriting) : module
}

const { functions, tables } = knownBuild
const tanh = { table: tables.tanh, isLogistic: false }
const logistic = { table: tables.logistic, isLogistic: true }

type Change = (body: Uint8Array, first: number) => ArrayLike<number>

const rewriting: Rewriting = {
  importedFunctions: knownBuild.importedFunctions,
  added: [
    { typeOf: functions.product, body: product(process.arch) },
    { typeOf: functions.product, body: activate() },
    { typeOf: functions.write, body: round() },
    { typeOf: functions.product, body: shortProduct(process.arch) },
    { typeOf: functions.resize, body: stackNeighbours() },
    { typeOf: functions.resize, body: maxPool() },
  ],
  // The numbers in the calls are those of the functions' local variables.
  changed: new Map<number, Change>([
    [functions.product, (body, first) => prepend(body, callProduct(first, first + 3))],
    [
      functions.lstm,
      (body, first) =>
        replaceLoops(
          body,
          [
            { values: 4, count: 8, ...tanh },
            { values: 4, count: 8, ...logistic },
            { values: 4, count: 8, ...logistic },
            { values: 4, count: 8, ...logistic },
            { values: 4, count: 13, ...logistic },
            { values: 14, factors: 3, results: 4, count: 8, ...tanh },
          ].map((activation) => callActivate(first + 1, activation)),
        ),
    ],
    [
      functions.fullyConnected,
      (body, first) =>
        replaceLoops(body, [callActivate(first + 1, { values: 1, count: 10, ...tanh })]),
    ],
    [
      functions.write,
      (body, first) =>
        replaceLoops(body, [callRound(first + 2, { values: 2, results: 5, count: 1 })]),
    ],
    [
      functions.writePart,
      (body, first) =>
        replaceLoops(body, [callRound(first + 2, { values: 4, results: 1, count: 3 })]),
    ],
    [functions.convolve, (body, first) => prependInLoop(body, loadOf(0), callLayer(first + 4, 6))],
    [functions.maxpool, (body, first) => prependInLoop(body, loadOf(1), callLayer(first + 5, 1))],
    [functions.deflate, storeOnly],
  ]),
}

/** Loads a number from an address with an alignment of four bytes. @param local Local variable with the address. */
function loadOf(local: number): number[] {
  return [0x20, local, 0x28, 2]
}

/**
 * Takes the function of level 0, which stores the data, for all levels of compression: Tesseract writes the picture of each line as
 * PNG, and reads it at once.
 */
function storeOnly(body: Uint8Array): Uint8Array {
  const changed = Buffer.from(body)
  // The table has 12 bytes for each level.
  const place = assemble(`(i32.mul (i32.const 12)) (i32.const ${tables.compressions})`, [])
  changed[changed.indexOf(Uint8Array.from(place)) + 1] = 0
  return changed
}
