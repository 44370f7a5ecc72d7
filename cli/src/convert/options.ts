/** The options of `recto convert` and their explanation; it loads nothing, so that help and completions are quick. */

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
  recto convert papers/ -o out/ --recursive       a folder, with its folders; what is there already is an error …
  recto convert papers/ -o out/ --skip-existing   … or skipped: an interrupted run goes on
  recto convert https://example.org/a.pdf -o out/ --to markdown,docling

INPUT   files (PDF, DOCX, PPTX, XLSX, HTML, EPUB, CSV, text, pictures), folders (the supported files in them), globs
        ("docs/**/*.pdf"), http(s) addresses, - for standard input
  -r, --recursive       also the folders in folders
      --files-from LIST further inputs, one a line; - reads the list from standard input

Output
  -o, --out OUT         a file; a folder where OUT ends in / or is one, or where there are several inputs, whose
                        folders are kept; - for standard output, which is also meant where one input has no -o
      --to FORMATS      markdown (default); json: a DoclingDocument with pages as an array; docling: as docling loads
                        it; chunks: a JSON object a line, for search; html; text. Several with commas
  -f, --force           overwrite what is there already
      --skip-existing   leave out inputs whose outputs are there already
      --images DIR      pictures as files in DIR/NAME/, linked from Markdown and HTML: figures of a PDF as they look,
                        PNG, JPEG, GIF and WebP of other documents as they are
      --page-breaks     <!-- page 3 --> in the Markdown where pages, slides and sheets begin
      --front-matter    title, source, format and pages before the Markdown, as YAML
      --chunk-size N    most characters of a chunk (default: 2000)

Reading
      --lane LANE       fidelity (default): everything that can be had; fast: text at once, of a PDF no structure
      --pages LIST      pages, slides or sheets: 1-3,7 or 5-
      --ocr MODE        auto (default): text that only pictures show is read; off;
                        force: every page of a PDF is read as a picture
      --ocr-languages L what scans may be written in, the likeliest first: deu,eng
      --password WORD   opens protected PDFs
      --main-content    of HTML pages only the main content, without menus and asides
      --type TYPE       media type of the input, where its name does not tell

Run
  -j, --jobs N          documents at a time (default: one a core)
      --timeout SECONDS ends a document that takes longer (default: none; single pages of scans have 90 s)
  -q, --quiet           only errors
  -v, --verbose         every warning, and every file
      --json-lines      a JSON object an input on standard output: input, output, status, code, message, warnings, …
      --json-errors     errors as JSON on standard error, and no warnings
  -h, --help

RECTO_OCR=off leaves text unread that only pictures show; RECTO_TESSERACT is heard as by the service.

Exit code: 0 all converted or skipped, 1 some document could not be converted, 2 wrong usage or set-up, 130 interrupted.
`
