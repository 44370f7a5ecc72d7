/** Formulas of Office (OMML) and of the web (MathML) → LaTeX. */

export { mathmlToLatex } from './mathml/index.ts'
export { type Equation, ommlToLatex, readOmml } from './omml/index.ts'
