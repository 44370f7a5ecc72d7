/** The engine's side door for who starts the system's Tesseract: it loads no reader. */
export {
  tesseractArguments,
  tesseractEnvironment,
  writeLanguageData,
} from './readers/pdf/ocr/native-tesseract.ts'
export {
  type Language,
  languages,
  parseLanguages,
  pictureLayouts,
  type RecognizeOptions,
} from './readers/pdf/ocr/recognizer.ts'
