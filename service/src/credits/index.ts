/** Credits: what a plan grants, what calls cost, what is left. */
export { creditTables } from './tables.ts'
