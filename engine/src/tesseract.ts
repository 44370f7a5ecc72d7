/** Entry point for processes that run the system's Tesseract. Loads no reader. */
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
