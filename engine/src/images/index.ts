/** Exports the collection of images. */
export {
  type Collected,
  type CollectedImage,
  collectImages,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  noImages,
} from './collect.ts'
export { type ImageType, imageName, imageTypes } from './image-file.ts'
