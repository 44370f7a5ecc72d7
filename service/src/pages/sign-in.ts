/** The pages on the way in: asking for a link, reading the mail, opening the link. */
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'

/** @param complaint What was wrong with the address, a sentence. */
export function signInPage(complaint?: string): Page {
  return {
    title: 'Sign in',
    isNarrow: true,
    body: html`<h1>Sign in</h1>
<p>Type your mail address: we send you a link, there is no password. The first time, it makes your account.</p>
${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
<form class="card" method="post" action="/account/sign-in">
<label for="email">Mail address</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus placeholder="you@example.com">
<button class="wide">Send me a link</button>
</form>`,
  }
}

export interface MailState {
  /** What was wrong with the code, a sentence. */
  readonly complaint?: string
  /** Mails are not sent, but printed where the service runs. */
  readonly isPrinted: boolean
  /** There are mails for those alone who have an account. The page is the same for all: it tells nobody who has one. */
  readonly isForAccountsOnly?: boolean
}

export function checkMailPage(
  email: string,
  { complaint, isPrinted, isForAccountsOnly = false }: MailState,
): Page {
  return {
    title: 'Check your mail',
    isNarrow: true,
    body: html`<h1>Check your mail</h1>
${sentTo(email, isForAccountsOnly)}
${isPrinted && html`<p class="note">This instance sends no mail: the link is printed where the server runs.</p>`}
${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
<form class="card" method="post" action="/account/code">
<input type="hidden" name="email" value="${email}">
<label for="code">Or type the code of the mail</label>
<input class="code" id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" pattern="[0-9A-Za-z \\-]{8,12}" maxlength="12" required placeholder="0000-0000">
<button class="wide">Sign in</button>
</form>
<p class="soft">Nothing came? Look among the spam, or <a href="/account">start again</a>.</p>`,
  }
}

function sentTo(email: string, isForAccountsOnly: boolean): Html {
  const link = html`a link to <strong>${email}</strong>. It works once, for 15 minutes.`
  return isForAccountsOnly
    ? html`<p>If there is an account of this address, we sent ${link}</p>
<p class="note">Too many new accounts were asked for: there will be more in an hour.</p>`
    : html`<p>We sent ${link}</p>`
}

/** @param isSameBrowser Whether the link was asked for in this browser; then nobody needs to press. */
export function confirmPage(email: string, token: string, isSameBrowser: boolean): Page {
  return {
    title: 'Sign in',
    isNarrow: true,
    body: html`<h1>Sign in as ${email}?</h1>
<form class="card" method="post" action="/account/confirm"${isSameBrowser && html` data-send`}>
<input type="hidden" name="token" value="${token}">
<p>This link was sent to you to sign in. If you did not ask for it, close this page.</p>
<button class="wide">Sign in</button>
</form>`,
  }
}

export function staleLinkPage(): Page {
  return {
    title: 'This link does not work any more',
    isNarrow: true,
    body: html`<h1>This link does not work any more</h1>
<p>Links work once, for 15 minutes.</p>
<p><a href="/account">Ask for a new one</a></p>`,
  }
}

export function problemPage(title: string, detail: string, requestId: string): Page {
  return {
    title,
    isNarrow: true,
    body: html`<h1>${title}</h1>
<p>${detail}</p>
<p><a href="/account">Go on</a></p>
<p class="soft">Request ${requestId}</p>`,
  }
}
