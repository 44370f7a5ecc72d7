/** What a page holds → the whole of it, with the headers that let nothing else into it. */
import { createHash } from 'node:crypto'
import { Html, html } from './html.ts'
import { style } from './style.ts'

export interface Page {
  readonly title: string
  readonly body: Html
  /** Mail address of who is signed in. */
  readonly email?: string | null
  readonly isSignedIn?: boolean
  readonly isNarrow?: boolean
}

/** Copies a key; sends the form of a link that was opened where it was asked for. All works without it. */
const script = `
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = 'Copied'
  })
}
const form = document.querySelector('form[data-send]')
if (form) form.submit()
`

export function writePage({ title, body, email, isSignedIn, isNarrow }: Page): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Recto</title>
<style>${new Html(style)}</style>
</head>
<body>
<header><div><a class="brand" href="/account"><span>■</span> Recto</a>${isSignedIn && account(email ?? '')}</div></header>
<main${isNarrow && new Html(' class="narrow"')}>
${body}
</main>
<script>${new Html(script)}</script>
</body>
</html>
`
  return whole.text
}

function account(email: string): Html {
  return html`<span class="soft">${email}</span>
<form method="post" action="/account/sign-out"><button class="quiet small">Sign out</button></form>`
}

/** @param formTargets Other places to which a form may lead in the end. */
export function pageHeaders(formTargets: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    // With no-referrer, browsers would not say where a form comes from.
    'referrer-policy': 'same-origin',
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
