/** When a part of the page fails: the rest stays, and says what to do. */
import { Component, type ReactNode } from 'react'
import { Main, Notice } from '../ui/index.ts'

interface BrokenProps {
  readonly children: ReactNode
}

interface BrokenState {
  readonly isBroken: boolean
}

export class WhenBroken extends Component<BrokenProps, BrokenState> {
  override state: BrokenState = { isBroken: false }

  static getDerivedStateFromError(): BrokenState {
    return { isBroken: true }
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <Main title="This page could not be shown" size="narrow">
        <div className="stack">
          <Notice tone="bad">
            Something went wrong here, or the service was updated meanwhile. Nothing is lost.
          </Notice>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Load the page again
          </button>
        </div>
      </Main>
    )
  }
}
