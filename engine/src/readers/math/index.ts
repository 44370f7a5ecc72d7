/** Converts formulas to LaTeX: Office (OMML), the web (MathML, TeX), and formula trees that other readers build. */
export { findStyledCharacter } from './alphabets.ts'
export * as build from './builders.ts'
export { findFunction, takesLimits } from './functions.ts'
export { writeLatex } from './latex/index.ts'
export { findPlainTex, mathmlToLatex, readMathml } from './mathml/index.ts'
export { ommlToLatex, readOmml } from './omml/index.ts'
export { findSymbol, isBigOperator, isOperator } from './symbols.ts'
export { descendants as nodesBelow, type MathNode, type Variant } from './tree.ts'
