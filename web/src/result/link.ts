/** Shares the highlighted and the chosen block between pages and text, without rendering anything else again. */
import { createContext, use, useSyncExternalStore } from 'react'

type LinkSource = 'page' | 'text' | 'find'

export interface LinkState {
  /** The block under the pointer or with the focus. */
  readonly lit: number | undefined
  readonly chosen: number | undefined
  /** The side where it was chosen; the other side scrolls to it. */
  readonly source: LinkSource | undefined
  /** A page to scroll to, without a block. */
  readonly page: number | undefined
}

const none: LinkState = { lit: undefined, chosen: undefined, source: undefined, page: undefined }

export class LinkStore {
  #state: LinkState = none
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): LinkState => this.#state

  light(block: number | undefined): void {
    if (block !== this.#state.lit) this.#set({ ...this.#state, lit: block })
  }

  choose(block: number | undefined, source: LinkSource): void {
    this.#set({ ...none, lit: block, chosen: block, source })
  }

  showPage(page: number): void {
    this.#set({ ...none, page })
  }

  #set(state: LinkState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

export const LinkContext = createContext(new LinkStore())

/** Returns the state of one block, so that only changed boxes are rendered again. */
export function useBlockState(block: number): 'chosen' | 'lit' | undefined {
  const store = use(LinkContext)
  return useSyncExternalStore(store.subscribe, () => {
    const { lit, chosen } = store.read()
    if (chosen === block) return 'chosen'
    return lit === block ? 'lit' : undefined
  })
}
