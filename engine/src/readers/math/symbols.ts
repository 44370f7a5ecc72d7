/**
 * Maps characters to LaTeX commands with their kind of atom.
 *
 * Commands of LaTeX, amsmath and amssymb that KaTeX supports. Other characters are written unchanged.
 * Kinds are TeX's (The TeXbook, chapter 17), except `letter`: Greek, whose commands take \boldsymbol.
 */

export type SymbolKind = 'ord' | 'letter' | 'big' | 'bin' | 'rel' | 'open' | 'close' | 'punct'

interface SymbolEntry {
  readonly latex: string
  readonly kind: SymbolKind
}

/** Pairs of character and command, separated by blanks. */
const tables: Readonly<Record<SymbolKind, string>> = {
  letter: String.raw`
    α \alpha β \beta γ \gamma δ \delta ϵ \epsilon ε \varepsilon ζ \zeta η \eta θ \theta ϑ \vartheta
    ι \iota κ \kappa ϰ \varkappa λ \lambda μ \mu µ \mu ν \nu ξ \xi π \pi ϖ \varpi ρ \rho ϱ \varrho
    σ \sigma ς \varsigma τ \tau υ \upsilon φ \varphi ϕ \phi χ \chi ψ \psi ω \omega ϝ \digamma
    Γ \Gamma Δ \Delta Θ \Theta Λ \Lambda Ξ \Xi Π \Pi Σ \Sigma Υ \Upsilon ϒ \Upsilon Φ \Phi Ψ \Psi
    Ω \Omega ∆ \Delta ∇ \nabla ∂ \partial`,

  ord: String.raw`
    # \# % \% & \& _ \_ \ \backslash ^ \hat{} ~ \sim $ \text{\textdollar}
    ∞ \infty ∀ \forall ∃ \exists ∄ \nexists ∅ \emptyset ¬ \neg ℓ \ell ℏ \hbar ħ \hbar ℘ \wp
    ℜ \Re ℑ \Im ℵ \aleph ℶ \beth ℷ \gimel ℸ \daleth ∁ \complement ð \eth Ⅎ \Finv ⅁ \Game ℧ \mho
    ı \imath ȷ \jmath ∠ \angle ∡ \measuredangle ∢ \sphericalangle ⊤ \top √ \surd
    … \ldots ⋯ \cdots ⋮ \vdots ⋱ \ddots ′ \prime ‵ \backprime
    △ \triangle ▽ \triangledown ▲ \blacktriangle ▼ \blacktriangledown □ \square ■ \blacksquare
    ◊ \lozenge ⧫ \blacklozenge ★ \bigstar ╱ \diagup ╲ \diagdown ✓ \checkmark ✠ \maltese
    ♭ \flat ♮ \natural ♯ \sharp ♣ \clubsuit ♢ \diamondsuit ♡ \heartsuit ♠ \spadesuit
    § \S ¶ \P © \copyright ® \circledR Ⓢ \circledS £ \pounds ¥ \yen ‖ \| ∥ \parallel`,

  big: String.raw`
    ∑ \sum ∏ \prod ∐ \coprod ∫ \int ∬ \iint ∭ \iiint ∮ \oint ∯ \oiint ∰ \oiiint
    ⋀ \bigwedge ⋁ \bigvee ⋂ \bigcap ⋃ \bigcup ⨀ \bigodot ⨁ \bigoplus ⨂ \bigotimes
    ⨄ \biguplus ⨆ \bigsqcup`,

  bin: String.raw`
    + + - - − - – - ‐ - ‑ - * * ± \pm ∓ \mp × \times ÷ \div ⋅ \cdot · \cdot ∗ * ⋆ \star ∘ \circ ∙ \bullet
    • \bullet ∖ \setminus ∩ \cap ∪ \cup ⊎ \uplus ⊓ \sqcap ⊔ \sqcup ∧ \wedge ∨ \vee ≀ \wr ⨿ \amalg
    ⊕ \oplus ⊖ \ominus ⊗ \otimes ⊘ \oslash ⊙ \odot ⊚ \circledcirc ⊛ \circledast ⊝ \circleddash
    ⊞ \boxplus ⊟ \boxminus ⊠ \boxtimes ⊡ \boxdot ⋄ \diamond ◯ \bigcirc † \dagger ‡ \ddagger
    ⋈ \bowtie ⋉ \ltimes ⋊ \rtimes ⋋ \leftthreetimes ⋌ \rightthreetimes ⋇ \divideontimes ∔ \dotplus
    ⊺ \intercal ⊻ \veebar ⊼ \barwedge ⩞ \doublebarwedge ⋎ \curlyvee ⋏ \curlywedge ⋒ \Cap ⋓ \Cup
    ⋖ \lessdot ⋗ \gtrdot ◃ \triangleleft ▹ \triangleright ⊲ \vartriangleleft ⊳ \vartriangleright`,

  rel: String.raw`
    = = < < > > : : ∶ : ≠ \neq ≤ \leq ≥ \geq ≦ \leqq ≧ \geqq ⩽ \leqslant ⩾ \geqslant ≪ \ll ≫ \gg
    ⋘ \lll ⋙ \ggg ≮ \nless ≯ \ngtr ≰ \nleq ≱ \ngeq ⪇ \lneq ⪈ \gneq ≨ \lneqq ≩ \gneqq
    ≲ \lesssim ≳ \gtrsim ⪅ \lessapprox ⪆ \gtrapprox ⋦ \lnsim ⋧ \gnsim ⪉ \lnapprox ⪊ \gnapprox
    ≶ \lessgtr ≷ \gtrless ⋚ \lesseqgtr ⋛ \gtreqless ⪋ \lesseqqgtr ⪌ \gtreqqless
    ⪕ \eqslantless ⪖ \eqslantgtr
    ≡ \equiv ∼ \sim ≁ \nsim ≃ \simeq ≅ \cong ≇ \ncong ≆ \ncong ≈ \approx ≊ \approxeq ≍ \asymp
    ≎ \Bumpeq ≏ \bumpeq ∽ \backsim ⋍ \backsimeq ≐ \doteq ≑ \doteqdot ≒ \fallingdotseq ≓ \risingdotseq
    ≖ \eqcirc ≗ \circeq ≜ \triangleq ≔ \coloneqq ≕ \eqqcolon ⩴ \Coloneqq ∝ \propto
    ∈ \in ∉ \notin ∋ \ni ∌ \not\ni ∊ \in ∍ \ni
    ⊂ \subset ⊃ \supset ⊄ \not\subset ⊅ \not\supset ⊆ \subseteq ⊇ \supseteq ⊈ \nsubseteq ⊉ \nsupseteq
    ⊊ \subsetneq ⊋ \supsetneq ⫅ \subseteqq ⫆ \supseteqq ⫋ \subsetneqq ⫌ \supsetneqq ⋐ \Subset ⋑ \Supset
    ⊏ \sqsubset ⊐ \sqsupset ⊑ \sqsubseteq ⊒ \sqsupseteq
    ≺ \prec ≻ \succ ⊀ \nprec ⊁ \nsucc ≼ \preccurlyeq ≽ \succcurlyeq ⪯ \preceq ⪰ \succeq ⋠ \npreceq
    ⋡ \nsucceq ≾ \precsim ≿ \succsim ⋨ \precnsim ⋩ \succnsim ⪵ \precneqq ⪶ \succneqq
    ⪷ \precapprox ⪸ \succapprox ⪹ \precnapprox ⪺ \succnapprox ⋞ \curlyeqprec ⋟ \curlyeqsucc
    ⊴ \trianglelefteq ⊵ \trianglerighteq ⋪ \ntriangleleft ⋫ \ntriangleright ⋬ \ntrianglelefteq
    ⋭ \ntrianglerighteq ◀ \blacktriangleleft ▶ \blacktriangleright
    ∣ \mid ∤ \nmid ∦ \nparallel ⊥ \perp ⟂ \perp ≬ \between ⋔ \pitchfork ⌢ \frown ⌣ \smile
    ⊢ \vdash ⊣ \dashv ⊨ \models ⊧ \models ⊩ \Vdash ⊪ \Vvdash ⊬ \nvdash ⊭ \nvDash ⊮ \nVdash ⊯ \nVDash
    ∴ \therefore ∵ \because ∷ \dblcolon
    ← \leftarrow → \to ↔ \leftrightarrow ↑ \uparrow ↓ \downarrow ↕ \updownarrow
    ⇐ \Leftarrow ⇒ \Rightarrow ⇔ \Leftrightarrow ⇑ \Uparrow ⇓ \Downarrow ⇕ \Updownarrow
    ⟵ \longleftarrow ⟶ \longrightarrow ⟷ \longleftrightarrow ⟸ \Longleftarrow ⟹ \Longrightarrow
    ⟺ \Longleftrightarrow ↦ \mapsto ⟼ \longmapsto ↤ \mapsfrom ↗ \nearrow ↘ \searrow ↙ \swarrow ↖ \nwarrow
    ↚ \nleftarrow ↛ \nrightarrow ↮ \nleftrightarrow ⇍ \nLeftarrow ⇏ \nRightarrow ⇎ \nLeftrightarrow
    ↩ \hookleftarrow ↪ \hookrightarrow ↼ \leftharpoonup ↽ \leftharpoondown ⇀ \rightharpoonup
    ⇁ \rightharpoondown ⇋ \leftrightharpoons ⇌ \rightleftharpoons ⇆ \leftrightarrows ⇄ \rightleftarrows
    ⇇ \leftleftarrows ⇉ \rightrightarrows ⇈ \upuparrows ⇊ \downdownarrows ⇚ \Lleftarrow ⇛ \Rrightarrow
    ↞ \twoheadleftarrow ↠ \twoheadrightarrow ↢ \leftarrowtail ↣ \rightarrowtail ↫ \looparrowleft
    ↬ \looparrowright ↭ \leftrightsquigarrow ⇝ \rightsquigarrow ↝ \leadsto ⊸ \multimap ↰ \Lsh ↱ \Rsh
    ↶ \curvearrowleft ↷ \curvearrowright ↺ \circlearrowleft ↻ \circlearrowright
    ↿ \upharpoonleft ↾ \upharpoonright ⇃ \downharpoonleft ⇂ \downharpoonright ⇠ \dashleftarrow
    ⇢ \dashrightarrow`,

  open: String.raw`
    ( ( [ [ { \{ ⟨ \langle 〈 \langle 〈 \langle ⌈ \lceil ⌊ \lfloor ⟮ \lgroup ⎰ \lmoustache
    ⟦ \llbracket ⦃ \lBrace ⌜ \ulcorner ⌞ \llcorner`,

  close: String.raw`
    ) ) ] ] } \} ⟩ \rangle 〉 \rangle 〉 \rangle ⌉ \rceil ⌋ \rfloor ⟯ \rgroup ⎱ \rmoustache
    ⟧ \rrbracket ⦄ \rBrace ⌝ \urcorner ⌟ \lrcorner`,

  punct: ', , ; ;',
}

const symbols: ReadonlyMap<string, SymbolEntry> = new Map(
  // Sound: the keys of the literal are the kinds.
  (Object.keys(tables) as SymbolKind[]).flatMap((kind) => readTable(kind, tables[kind])),
)

function readTable(kind: SymbolKind, table: string): [string, SymbolEntry][] {
  const cells = table.trim().split(/\s+/)
  return cells.flatMap((character, index): [string, SymbolEntry][] =>
    index % 2 === 0 ? [[character, { latex: cells[index + 1] ?? '', kind }]] : [],
  )
}

/** All entries of the tables. */
export const symbolEntries: Iterable<readonly [string, SymbolEntry]> = symbols

export function findSymbol(character: string): SymbolEntry | undefined {
  return symbols.get(character)
}

/** Returns true for sums, products and integrals, which have limits and grow in a display. */
export function isBigOperator(character: string): boolean {
  return symbols.get(character)?.kind === 'big' || /^[⨊-⨜∱-∳⨃⨅⨇-⨉]$/u.test(character)
}

/** Returns true for operators and relations, beside which a typed blank has no effect. */
export function isOperator(character: string): boolean {
  const kind = symbols.get(character)?.kind
  return kind === 'bin' || kind === 'rel'
}
