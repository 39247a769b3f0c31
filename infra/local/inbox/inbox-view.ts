import { html } from '../../../shared/kernel/html/html.ts';
import type { Html } from '../../../shared/kernel/html/html.ts';
import { choiceOf } from './answer.ts';
import type { InboxRequest, Inbox } from './inbox.ts';

const CHOICES = {
  '200': '200 OK',
  '204': '204 No Content',
  '301': '301, elsewhere',
  '410': '410 Gone',
  '429': '429, with Retry-After',
  '500': '500, an error',
  slow: '200, but only after a minute',
};
const SIGNATURES: Record<InboxRequest['signature'], string> = {
  verified: 'signature verified',
  wrong: 'signature does not match',
  stale: 'signature with another timestamp',
  'no secret known': 'signed, no matching secret added',
  'not signed': 'not signed',
};
/** The JSON form has all of them; a page of 500 would be slow. */
const SHOWN_MAX = 100;
const CHARACTERS_MAX = 20_000;

/** The page of the inbox. `problem` is the error of a submitted form. */
export function localInboxView(inbox: Inbox, problem: string | undefined): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Inbox – Plotline</title>
        <link rel="stylesheet" href="/_local/inbox.css" />
        <script type="module" src="/_local/inbox.js"></script>
      </head>
      <body>
        <header class="top"><span class="brand">Plotline</span> on this machine</header>
        <main>
          <h1>Inbox</h1>
          <p>
            Create a webhook endpoint with the URL <code>${inbox.url}</code> (any path will do), and what
            Plotline delivers shows up here. The latest 500 are kept until Plotline stops.
          </p>
          ${problem !== undefined && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
          ${answerForm(inbox)} ${secretForm(inbox)}
          <div class="heading">
            <h2 id="heading">Deliveries</h2>
            <p class="quiet" id="count" role="status">${countOf(inbox)}</p>
            <form method="post" action="/_local/inbox/clear">
              <button class="link">Forget all</button>
            </form>
          </div>
          <ol
            class="deliveries"
            id="deliveries"
            aria-labelledby="heading"
            data-version="${versionTag(inbox)}"
          >
            ${inbox.deliveries.slice(0, SHOWN_MAX).map(deliveryItem)}
          </ol>
        </main>
      </body>
    </html>`.text;
}

/** The page's entity tag. */
export const versionTag = ({ version }: Inbox): string => `"${version}"`;

function answerForm({ answer }: Inbox): Html {
  const chosen = choiceOf(answer);
  return html`<form class="row" method="post" action="/_local/inbox/answer">
    <div class="field">
      <label for="answer">Deliveries are answered with</label>
      <select id="answer" name="answer">
        ${Object.entries(CHOICES).map(([value, text]) =>
          value === chosen
            ? html`<option value="${value}" selected>${text}</option>`
            : html`<option value="${value}">${text}</option>`,
        )}
      </select>
    </div>
    <div class="field narrow">
      <label for="retry-after">Retry-After, seconds</label>
      <input
        id="retry-after"
        name="retryAfter"
        type="number"
        min="0"
        max="86400"
        value="${answer.retryAfter}"
      />
    </div>
    <button>Set</button>
  </form>`;
}

function secretForm({ knownSecrets }: Inbox): Html {
  const known = [
    'No secret has been added yet',
    'One secret has been added',
    `${knownSecrets} secrets have been added`,
  ];
  return html`<form class="row" method="post" action="/_local/inbox/secret">
      <div class="field">
        <label for="secret">Signing secret</label>
        <input
          id="secret"
          name="secret"
          type="password"
          autocomplete="off"
          required
          placeholder="whsec_…"
          aria-describedby="secret-hint"
        />
      </div>
      <button class="second">Check signatures with it</button>
    </form>
    <p class="hint" id="secret-hint">
      ${known[Math.min(knownSecrets, 2)]}; secrets stay in memory, and are shown nowhere.
    </p>`;
}

function countOf({ count, deliveries }: Inbox): string {
  if (count === 0) return 'No deliveries yet.';
  const shown = Math.min(deliveries.length, SHOWN_MAX);
  const came = count === 1 ? '1 delivery' : `${count} deliveries`;
  return shown === count ? `${came}.` : `${came}; the latest ${shown} are shown.`;
}

function deliveryItem(delivery: InboxRequest): Html {
  const { number, receivedAt, method, path, headers, webhookId, type, signature, answered } = delivery;
  const time = receivedAt.toISOString();
  const answer = typeof answered === 'number' ? `answered ${answered}` : answered;
  return html`<li id="delivery-${number}" data-state="${answered} ${signature}">
    <details>
      <summary>
        <time datetime="${time}">${time.slice(11)}</time>
        <span class="what">${type ?? 'no type'}</span>
        <span data-part="answer">${answer}</span>
        <span class="second">
          ${method} ${path}${webhookId !== undefined && html` · ${webhookId}`} ·
          <span data-part="signature">${SIGNATURES[signature]}</span>
        </span>
      </summary>
      <div class="more">
        <h3>Headers</h3>
        <pre>${Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)}</pre>
        <h3>Body</h3>
        <pre>${prettyBody(delivery)}</pre>
      </div>
    </details>
  </li>`;
}

function prettyBody({ body }: InboxRequest): string {
  let text = body.toString();
  try {
    text = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Shown as it came.
  }
  return text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)}…` : text;
}
