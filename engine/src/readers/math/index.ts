/** Formulas of Office (OMML) and of the web (MathML, TeX) → LaTeX. */
export type { Equation } from './equation.ts'
export { findPlainTex, mathmlToLatex, readMathml } from './mathml/index.ts'
export { ommlToLatex, readOmml } from './omml/index.ts'
