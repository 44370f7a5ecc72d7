/** The door of the folder: the images of a document. */
export {
  type Collected,
  type CollectedImage,
  type CollectOptions,
  collectImages,
  imageName,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  noImages,
} from './collect.ts'
export { type ImageType, imageTypes } from './image-file.ts'
