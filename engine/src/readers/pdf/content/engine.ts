/** Creates PDFium instances from the package's .wasm file: one compiled module, one instance per document, limited memory. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { type Pdfium, rawExports } from './pdfium.ts'
import { contentLimits as limits } from './settings.ts'

/** A PDFium instance with separate memory. */
export interface Engine {
  readonly pdfium: Pdfium
  /** Views of the current memory; call again after any call that may let the memory grow. */
  heap(): Heap
  /** Memory for the results of one call: `scratchMemory.bytes`, aligned to 8. */
  readonly scratch: number
  readonly memory: MemoryGate
}

interface Heap {
  readonly bytes: Uint8Array
  readonly floats: Float32Array
  readonly doubles: Float64Array
}

/** The memory limit, and true if a growth beyond it was refused. */
interface MemoryGate {
  limitBytes: number
  refused: boolean
}

/** Bytes of the memory for the results of one call, and place of a second result or a text there, aligned to 8. */
export const scratchMemory = { bytes: 4096, secondResult: 64 } as const

let compiled: Promise<WebAssembly.Module> | undefined
let idle: Engine | undefined

/**
 * Takes an instance for one document.
 *
 * @param limitBytes Limit of the WebAssembly memory; PDFium fails or traps if it needs more.
 */
export async function acquireEngine(limitBytes: number): Promise<Engine> {
  const engine = idle ?? (await createEngine())
  idle = undefined
  engine.memory.limitBytes = limitBytes
  engine.memory.refused = false
  return engine
}

/** Takes back an instance whose document is closed; an instance that trapped must not be returned. */
export function releaseEngine(engine: Engine): void {
  if (engine.heap().bytes.length <= limits.maxIdleBytes) idle = engine
}

function compileModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))).then(
    (bytes) => WebAssembly.compile(bytes),
  )
  return compiled
}

async function createEngine(): Promise<Engine> {
  const module = await compileModule()
  const memory: MemoryGate = { limitBytes: Number.POSITIVE_INFINITY, refused: false }
  const wrapped = await instantiate(module, memory)
  const pdfium = rawExports(wrapped)
  pdfium.PDFiumExt_Init()
  return {
    pdfium,
    heap: heapOf(pdfium.memory),
    scratch: pdfium.malloc(scratchMemory.bytes),
    memory,
  }
}

function heapOf(memory: Pdfium['memory']): () => Heap {
  let heap = viewsOf(memory.buffer)
  return () => {
    if (heap.bytes.buffer !== memory.buffer) heap = viewsOf(memory.buffer)
    return heap
  }
}

function viewsOf(buffer: ArrayBuffer): Heap {
  return {
    bytes: new Uint8Array(buffer),
    floats: new Float32Array(buffer),
    doubles: new Float64Array(buffer),
  }
}

function instantiate(module: WebAssembly.Module, memory: MemoryGate): Promise<WrappedPdfiumModule> {
  return new Promise((resolve, reject) => {
    const overrides = {
      print: ignore,
      printErr: ignore,
      instantiateWasm(
        imports: WebAssembly.Imports,
        receive: (instance: WebAssembly.Instance) => void,
      ) {
        gateMemory(imports, memory)
        // Emscripten's glue does not report a failed instantiation that was started outside of it.
        WebAssembly.instantiate(module, imports).then(receive, reject)
        return {}
      },
    }
    init(overrides).then(resolve, reject)
  })
}

/** Encodings of PDFium's texts; one decoder for all texts, because creating it costs more than decoding a word. */
const encodings = {
  utf8: { decoder: new TextDecoder(), terminator: 1 },
  utf16: { decoder: new TextDecoder('utf-16le'), terminator: 2 },
} as const

/**
 * Returns the text that a call of PDFium writes; an empty one if it is too long.
 *
 * @param write Writes the text with its terminator into the memory, and returns their bytes.
 */
export function readString(
  { heap, scratch }: Engine,
  encoding: keyof typeof encodings,
  write: (buffer: number, room: number) => number,
): string {
  const { decoder, terminator } = encodings[encoding]
  const at = scratch + scratchMemory.secondResult
  const room = scratchMemory.bytes - scratchMemory.secondResult
  const size = write(at, room)
  if (size <= terminator || size > room) return ''
  return decoder.decode(heap().bytes.subarray(at, at + size - terminator))
}

/** PDFium prints messages about damaged files; the relevant ones are also returned as error codes. */
function ignore(): void {}

/** Applies the limit before emscripten's growth, whose limit is 2 GiB. */
function gateMemory(imports: WebAssembly.Imports, memory: MemoryGate): void {
  const env = imports['env']
  const grow = env?.['emscripten_resize_heap']
  if (!env || !grow) throw new Error('PDFium asks for no emscripten_resize_heap')
  env['emscripten_resize_heap'] = (requestedBytes = 0) => {
    if (requestedBytes >>> 0 > memory.limitBytes) {
      memory.refused = true
      return 0
    }
    return grow(requestedBytes)
  }
}
