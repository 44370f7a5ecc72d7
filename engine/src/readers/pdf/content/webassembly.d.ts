/** The part of WebAssembly that we use: TypeScript types it in the browser's library only. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>
  }
  interface Memory {
    /** A new buffer after every growth. */
    readonly buffer: ArrayBuffer
  }
  type Imports = Record<string, Record<string, (...parameters: number[]) => unknown>>
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<Instance>
}
