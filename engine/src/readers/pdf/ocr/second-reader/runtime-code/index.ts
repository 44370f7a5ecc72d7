/** Speeds up the networks' runtime. */
import { sha256 } from '../../wasm-code/assemble.ts'
import { prepend, type Rewriting, rewrite } from '../../wasm-code/rewrite.ts'
import { callConvolve, convolve } from './depthwise.ts'
import { callSixRows, sixRows } from './matrix-product.ts'

/**
 * The build of onnxruntime-web 1.30.0. In another build, the functions are among those that take most of the time in a profile of a
 * recognition.
 */
const build = {
  sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
  importedFunctions: 100,
  /** Numbers of functions. */
  functions: {
    /** `MlasGemmFloatKernel` (mlas/lib/wasm_simd/SgemmKernelWasmSimd.cpp), which sets a product or adds it to a matrix. */
    set: 1_422,
    add: 2_415,
    /** `MlasConvOperation` (mlas/lib/convolve.cpp). */
    convolution: 2_702,
    /** `MlasActivation` (mlas/lib/activate.cpp). */
    activation: 1_226,
  },
} as const

/** @param runtime Any other build is returned unchanged. */
export function withFasterNetworks(runtime: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return sha256(runtime) === build.sha256 ? rewrite(runtime, rewriting) : runtime
}

const { functions } = build

const rewriting: Rewriting = {
  importedFunctions: build.importedFunctions,
  added: [
    { typeOf: functions.set, body: sixRows(functions.set, false) },
    { typeOf: functions.add, body: sixRows(functions.add, true) },
    { typeOf: functions.convolution, body: convolve() },
  ],
  changed: new Map([
    [functions.set, (body, first) => prepend(body, callSixRows(first))],
    [functions.add, (body, first) => prepend(body, callSixRows(first + 1))],
    [
      functions.convolution,
      (body, first) => prepend(body, callConvolve(first + 2, functions.activation)),
    ],
  ]),
}
