export { NotFound as default } from '../ui/index.ts'
