/** Shows an error page in place of a part that failed; the navigation stays. */
import { Component, type ReactNode } from 'react'
import { Main, Notice } from '../ui/index.ts'

interface BoundaryProps {
  readonly children: ReactNode
}

interface BoundaryState {
  readonly isBroken: boolean
}

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { isBroken: false }

  static getDerivedStateFromError(): BoundaryState {
    return { isBroken: true }
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <Main title="This page could not be shown" size="narrow">
        <div className="stack">
          <Notice tone="bad">
            An error occurred, or the service was updated meanwhile. No data is lost.
          </Notice>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Load the page again
          </button>
        </div>
      </Main>
    )
  }
}
