/** The call that the page makes, as code to paste. */
import { type ReactNode, useState } from 'react'
import { useSession } from '../frame/index.ts'
import { CopyButton, TabPanel, Tabs } from '../ui/index.ts'
import { type Call, languages, writeCode } from './code.ts'

interface CodeTabsProps {
  readonly call: Call
}

export function CodeTabs({ call }: CodeTabsProps): ReactNode {
  const { base_url } = useSession()
  const [language, setLanguage] = useState<(typeof languages)[number]>('curl')
  const code = writeCode(language, call, base_url)
  return (
    <section className="card code-card" aria-label="The same call as code">
      <div className="row between">
        <h2>The same call</h2>
        <div className="row">
          <Tabs
            id="code"
            label="Language"
            names={languages}
            current={language}
            onSelect={setLanguage}
          />
          <CopyButton text={code} what="code" />
        </div>
      </div>
      <TabPanel id="code" current={language}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
        <pre className="code" tabIndex={0}>
          {code}
        </pre>
      </TabPanel>
    </section>
  )
}
