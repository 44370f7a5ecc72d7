/** The pages on the way in: asking for a link, reading the mail, opening the link. */
import { html } from './html.ts'
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

/** @param isPrinted Whether mails are not sent, but printed where the service runs. */
export function checkMailPage(
  email: string,
  { complaint, isPrinted }: { readonly complaint?: string; readonly isPrinted: boolean },
): Page {
  return {
    title: 'Check your mail',
    isNarrow: true,
    body: html`<h1>Check your mail</h1>
<p>We sent a link to <strong>${email}</strong>. It works once, for 15 minutes.</p>
${isPrinted && html`<p class="note">This instance sends no mail: the link is printed where the server runs.</p>`}
${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
<form class="card" method="post" action="/account/code">
<input type="hidden" name="email" value="${email}">
<label for="code">Or type the code of the mail</label>
<input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required placeholder="000000">
<button class="wide">Sign in</button>
</form>
<p class="soft">Nothing came? Look among the spam, or <a href="/account">start again</a>.</p>`,
  }
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
