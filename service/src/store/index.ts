/** Stores files that outlive a request. */
export { openStore, parseStorageUrl, type StoreLocation } from './location.ts'
export {
  nameIn,
  parseStoredName,
  type Source,
  type Store,
  type StoredFile,
  type StoredName,
  StoreError,
} from './store.ts'
