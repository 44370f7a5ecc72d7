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
    /** @param pages Pages to add, of 64 kilobytes. */
    grow(pages: number): number
  }
  const Memory: new (limits: { readonly initial: number }) => Memory
  type Function = (...parameters: number[]) => unknown
  interface Table {
    readonly length: number
    get(index: number): Function | null
    set(index: number, value: Function): void
  }
  const Table: new () => Table
  const Module: new (bytes: Uint8Array) => Module
  const Instance: new (module: Module, imports: Imports<Function | Memory>) => Instance
  type Imports<Value = Function> = Record<string, Record<string, Value>>
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports<Function | Memory>): Promise<Instance>
}
