/** The options of `recto convert` and their help texts; imports nothing, so that help and completions are fast. */

export const convertOptions = {
  out: { type: 'string', short: 'o' },
  to: { type: 'string' },
  recursive: { type: 'boolean', short: 'r' },
  'files-from': { type: 'string' },
  force: { type: 'boolean', short: 'f' },
  'skip-existing': { type: 'boolean' },
  lane: { type: 'string' },
  pages: { type: 'string' },
  ocr: { type: 'string' },
  'ocr-languages': { type: 'string' },
  password: { type: 'string' },
  type: { type: 'string' },
  'main-content': { type: 'boolean' },
  images: { type: 'string' },
  'page-breaks': { type: 'boolean' },
  'front-matter': { type: 'boolean' },
  'chunk-size': { type: 'string' },
  jobs: { type: 'string', short: 'j' },
  timeout: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  verbose: { type: 'boolean', short: 'v' },
  'json-lines': { type: 'boolean' },
  'json-errors': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const convertUsage = `recto convert: documents to Markdown or JSON, without a server

Usage: recto convert INPUT… [-o OUT] [options]

  recto convert report.pdf                        Markdown on standard output
  recto convert report.pdf -o report.md           into a file
  recto convert papers/ -o out/ --recursive       a folder and the folders in it; an existing output is an error …
  recto convert papers/ -o out/ --skip-existing   … or is skipped: continues an interrupted run
  recto convert https://example.org/a.pdf -o out/ --to markdown,docling

INPUT   files (PDF, DOCX, PPTX, XLSX, HTML, EPUB, CSV, text, pictures), folders (the supported files in them), globs
        ("docs/**/*.pdf"), http(s) addresses, - for standard input
  -r, --recursive       also convert the subfolders
      --files-from LIST further inputs, one per line; - reads the list from standard input

Output
  -o, --out OUT         a file; a folder if OUT ends in /, exists as a folder, or there are several inputs (their
                        folders are kept); - for standard output, the default for one input
      --to FORMATS      markdown (default); json: a DoclingDocument with pages as an array; docling: as docling loads
                        it; chunks: one JSON object per line, for search; html; text. Several, separated by commas
  -f, --force           overwrite existing outputs
      --skip-existing   skip inputs whose outputs exist
      --images DIR      write pictures to DIR/NAME/, linked from Markdown and HTML: figures of a PDF as PNG,
                        PNG, JPEG, GIF and WebP of other documents unchanged
      --page-breaks     write <!-- page 3 --> where a page, slide or sheet begins
      --front-matter    write title, source, format and pages before the Markdown, as YAML
      --chunk-size N    largest number of characters in a chunk (default: 2000)

Reading
      --lane LANE       fidelity (default): structure, tables, OCR; fast: text at once, without the structure of PDFs
      --pages LIST      pages, slides or sheets: 1-3,7 or 5-
      --ocr MODE        auto (default): read pages without text by OCR; off;
                        force: read every page of a PDF by OCR
      --ocr-languages L languages of scans, the most likely first: deu,eng
      --password WORD   open protected PDFs with this password
      --main-content    read only the main content of HTML pages, without menus and asides
      --type TYPE       media type of the inputs, if their names do not show it

Run
  -j, --jobs N          documents at a time (default: one per core)
      --timeout SECONDS end a document that takes longer (default: none; each page of a scan has 90 s)
  -q, --quiet           print only errors
  -v, --verbose         print every warning and every file
      --json-lines      print one JSON object per input: input, output, status, code, message, warnings, pages, seconds
      --json-errors     print errors as JSON on standard error, and no warnings
  -h, --help

Environment: RECTO_OCR=off is --ocr off; RECTO_TESSERACT is the path of Tesseract, or off (docs/configuration.md).

Exit code: 0 all converted or skipped, 1 some document could not be converted, 2 wrong usage or set-up, 130 interrupted.
`
