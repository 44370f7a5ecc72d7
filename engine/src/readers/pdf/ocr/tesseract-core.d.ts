/** Types for the parts of tesseract.js-core that we use, which has no types: Tesseract's C++ API as WebAssembly. */
declare module 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js' {
  export interface TesseractApi {
    /** @returns 0 if the data of the language was read. */
    Init(dataPath: string | null, language: string, engineMode: number): number
    End(): void
    SetVariable(name: string, value: string): boolean
    SetPageSegMode(mode: number): void
    /** Copies a picture from the module's memory. */
    SetImage(
      address: number,
      width: number,
      height: number,
      bytesPerPixel: number,
      bytesPerLine: number,
    ): void
    Recognize(monitor: null): number
    GetHOCRText(page: number): string
    Clear(): void
  }

  export interface TesseractModule {
    /** @returns The address, or 0 without memory. */
    _malloc(bytes: number): number
    _free(address: number): void
    readonly TessBaseAPI: new () => TesseractApi
    readonly FS: {
      /** @param options With `canOwn`, the file keeps the array instead of a copy. */
      writeFile(path: string, data: Uint8Array, options: { readonly canOwn: true }): void
      unlink(path: string): void
    }
  }

  export default function createTesseract(options: {
    /** Makes the instance, and passes it on. @returns What `receive` returns. */
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => unknown,
    ) => unknown
    readonly print: (line: string) => void
    readonly printErr: (line: string) => void
    /** Called after each word. */
    readonly TesseractProgress: () => void
  }): Promise<TesseractModule>
}
