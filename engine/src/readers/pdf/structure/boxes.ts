/** Boxes → the box around them: the layout's own. */
export { boxAround as boxOf } from '../layout/index.ts'
