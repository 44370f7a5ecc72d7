/** The page of an account: credits, keys, plans. */
import {
  type Account,
  type AccountTier,
  type Feature,
  type Key,
  type Plan,
  plans,
} from '../accounts/index.ts'
import type { Credits } from '../credits/index.ts'
import type { DisabledReceiver } from '../jobs/index.ts'
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'

export interface AccountView {
  readonly account: Account
  readonly credits: Credits | null
  readonly keys: readonly Key[]
  /** Hosts that webhooks are no longer sent to. */
  readonly disabledReceivers: readonly DisabledReceiver[]
  /** Where plans can be bought. */
  readonly hasPayments: boolean
  /** Address of the service, for the example. */
  readonly baseUrl: string
  /** What was wrong with the last thing done, a sentence. */
  readonly complaint?: string
}

const number = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

export function accountPage(view: AccountView): Page {
  const { account, keys, complaint, baseUrl } = view
  return {
    title: 'Account',
    email: account.email,
    isSignedIn: true,
    body: html`<h1>Account</h1>
${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
${account.isSuspended && html`<p class="note bad">This account is suspended: its keys do not work. Who runs this service knows why.</p>`}
${creditsCard(view)}
<section class="card"><h2>API keys</h2>
${keys.length === 0 ? html`<p>There is no key yet. Make one to call the API.</p>` : keyTable(keys)}
${newKeyForm()}
</section>
<section class="card"><h2>A first call</h2>
<pre>curl ${baseUrl}/v1/convert \\
  -H 'X-API-Key: rk_live_…' \\
  -F 'file=@report.pdf;type=application/pdf'</pre>
<p class="soft">A test key (<code>rk_test_…</code>) costs nothing and converts nothing: it gives a fixed answer. All calls: <a href="/openapi.json">openapi.json</a></p>
</section>
${receiverCard(view)}
${planCards(view)}
${dataCard(account)}
<form method="post" action="/account/sign-out-everywhere"><button class="quiet small">Sign out in all browsers</button></form>`,
  }
}

function creditsCard({ account, credits }: AccountView): Html {
  const { name } = plans[account.tier]
  if (!credits) {
    return html`<section class="card"><h2>${name}</h2><p>Nothing is counted on this plan.</p></section>`
  }
  const { balance, granted, periodEnd } = credits
  const end = new Date(periodEnd)
  const refill = end > new Date() ? `on ${day.format(end)}` : 'when the next invoice is paid'
  return html`<section class="card"><h2>Credits</h2>
<div class="figure">${number.format(balance)} <small>of ${number.format(granted)} left on the plan ${name}</small></div>
<meter min="0" max="${Math.max(granted, balance, 1)}" value="${balance}">${balance}</meter>
<p class="soft">Refilled ${refill}. A call costs 1, a job of the queue 10; what fails costs nothing.</p>
</section>`
}

function receiverCard({ disabledReceivers }: AccountView): Html | false {
  if (disabledReceivers.length === 0) return false
  return html`<section class="card"><h2>Webhooks that are switched off</h2>
<p>These hosts accepted none for days. Switch them on once they work again.</p>
<div class="scroll"><table>
<thead><tr><th>Host</th><th>Failing since</th><th>Off since</th><th></th></tr></thead>
<tbody>
${disabledReceivers.map(
  ({ host, failingSince, disabledAt }) => html`<tr>
<td><code>${host}</code></td><td>${day.format(failingSince)}</td><td>${day.format(disabledAt)}</td>
<td><form method="post" action="/account/webhooks/enable"><input type="hidden" name="host" value="${host}"><button class="quiet small" aria-label="Switch on ${host}">Switch on</button></form></td>
</tr>`,
)}
</tbody></table></div>
</section>`
}

function keyTable(keys: readonly Key[]): Html {
  return html`<div class="scroll"><table>
<thead><tr><th>Name</th><th>Key</th><th>Made</th><th>Last used</th><th>State</th><th></th></tr></thead>
<tbody>
${keys.map(keyRow)}
</tbody></table></div>`
}

function keyRow(key: Key): Html {
  return html`<tr${!key.isValid && html` class="off"`}>
<td>${key.name}${key.spendCap !== null && html`<br><span class="soft">at most ${number.format(key.spendCap)} credits a period</span>`}${key.features && html`<br><span class="soft">only ${key.features.join(', ')}</span>`}</td>
<td><code>${key.prefix}…${key.lastFour}</code></td>
<td>${day.format(key.createdAt)}</td>
<td>${key.lastUsedAt ? day.format(key.lastUsedAt) : 'never'}</td>
<td>${stateBadge(key)}</td>
<td><div class="actions">${key.isValid && keyActions(key)}</div></td>
</tr>`
}

function stateBadge(key: Key): Html {
  if (key.revokedAt) return html`<span class="badge bad">revoked</span>`
  if (!key.isValid) return html`<span class="badge bad">replaced</span>`
  if (key.expiresAt) return html`<span class="badge">ends within 24 h</span>`
  return key.isTest
    ? html`<span class="badge">test</span>`
    : html`<span class="badge good">works</span>`
}

function keyActions({ id, name, expiresAt }: Key): Html {
  const action = (path: string, label: string, style: string): Html =>
    html`<form method="post" action="/account/keys/${path}"><input type="hidden" name="id" value="${id}"><button class="quiet small${style}" aria-label="${label} ${name}">${label}</button></form>`
  return html`${!expiresAt && action('rotate', 'Replace', '')}${action('revoke', 'Revoke', ' danger')}`
}

function newKeyForm(): Html {
  return html`<form class="row" method="post" action="/account/keys">
<div><label for="name">Name of a new key</label><input id="name" name="name" maxlength="100" required placeholder="where it is used"></div>
<div><label for="kind">Kind</label><select id="kind" name="kind"><option value="live">live</option><option value="test">test</option></select></div>
<div><label for="cap">Credits a period, at most</label><input id="cap" name="cap" inputmode="numeric" pattern="[0-9]{1,9}" placeholder="all there are"></div>
<div><label for="may">May</label><select id="may" name="may">${Object.entries(keyKinds).map(([value, { label }]) => html`<option value="${value}">${label}</option>`)}</select></div>
<button>Make a key</button>
</form>`
}

/** What a new key may do: all, or so much that whoever comes by it can do little else. */
export const keyKinds: Readonly<
  Record<string, { readonly label: string; readonly features: readonly Feature[] | undefined }>
> = {
  all: { label: 'all that the plan includes', features: undefined },
  convert: {
    label: 'convert at once, nothing else',
    features: ['convert_sync', 'output_markdown'],
  },
  read: {
    label: 'read jobs and results, make none',
    features: ['output_markdown', 'output_json', 'job_history'],
  },
}

function dataCard({ id, email }: Account): Html {
  return html`<section class="card"><h2>Your data</h2>
<p><a href="/account/export" download>Download all that is known of this account</a>, as JSON.</p>
<form class="row" method="post" action="/account/delete">
<div><label for="confirm">Delete the account with its keys, credits, jobs and results: type <code>${email ?? id}</code></label><input id="confirm" name="confirm" autocomplete="off" required></div>
<button class="quiet danger">Delete for ever</button>
</form>
</section>`
}

export function deletedPage(): Page {
  return {
    title: 'The account is deleted',
    isNarrow: true,
    body: html`<h1>The account is deleted</h1>
<p>Its keys work no more. Stored files are gone within minutes.</p>
<p><a href="/account">Start again</a></p>`,
  }
}

function planCards({ account, hasPayments }: AccountView): Html {
  if (account.tier === 'self_hosted') return html``
  const tiers = ['free', 'essential', 'scale'] as const
  return html`<section class="card"><h2>Plans</h2><div class="plans">
${tiers.map((tier) => planCard(tier, plans[tier], account, hasPayments))}
</div>
${!hasPayments && html`<p class="soft">Who runs this service changes plans.</p>`}
</section>`
}

function planCard(tier: AccountTier, plan: Plan, account: Account, hasPayments: boolean): Html {
  const isCurrent = account.tier === tier
  return html`<div class="plan${isCurrent && ' current'}">
<h2>${plan.name} ${isCurrent && html`<span class="badge good">yours</span>`}</h2>
<div class="figure">${plan.euros ?? 0} € <small>a month</small></div>
<ul><li>${number.format(plan.credits ?? 0)} credits a month</li><li>${number.format(plan.requestsPerMinute)} requests a minute</li></ul>
${hasPayments && planButton(tier, account)}
</div>`
}

/** Who pays already changes and ends that where it is paid. */
function planButton(tier: AccountTier, account: Account): Html | false {
  if (account.tier === tier) {
    return (
      tier !== 'free' &&
      html`<form method="post" action="/account/billing"><button class="quiet">Invoices and changes</button></form>`
    )
  }
  if (account.tier !== 'free') return false
  return html`<form method="post" action="/account/plan"><input type="hidden" name="tier" value="${tier}"><button>Change to this</button></form>`
}

/** @param isReplacement Whether another key ends because of it. */
export function newKeyPage(account: Account, key: string, isReplacement: boolean): Page {
  return {
    title: 'Your new key',
    email: account.email,
    isSignedIn: true,
    body: html`<h1>Your new key</h1>
<section class="card">
<p>Copy it now: it is kept nowhere, and shown only here.</p>
<div class="secret"><code>${key}</code><button class="quiet" type="button" data-copy="${key}" hidden>Copy</button></div>
${isReplacement && html`<p class="note">The key that it replaces works for another 24 hours.</p>`}
<p><a href="/account">I have copied it</a></p>
</section>`,
  }
}
