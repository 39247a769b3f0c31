import { html, type Fragment } from '../../kernel/html/html.ts';
import type { PlacedOperation } from './api-document.ts';
import { variableNames } from './code-literal.ts';
import type { ExampleCall } from './example-call.ts';

/**
 * A form that sends the request from the page with a token of the reader's, by a script: the page shows it only where
 * that runs. Operations for MCP clients take tokens that a person does not have.
 */
export function tryItForm({ method, path, parameters = [] }: PlacedOperation, call: ExampleCall): Fragment {
  if (call.token === 'ACCESS_TOKEN' || !path.startsWith('/api/')) return false;
  const fields = parameters.filter((one) => one.in !== 'header');
  const body = call.body !== undefined && JSON.stringify(call.body, null, 2);
  return html`<form class="try" hidden data-method="${method}" data-path="${path}">
    <h2>Try it</h2>
    ${field(
      'token',
      'Token',
      html`type="password" placeholder="plt_pat_…" required`,
      html`<p class="hint">
        It stays in this tab. <a href="/account">Your account</a> makes tokens; one that may only read is
        enough for reading.
      </p>`,
    )}
    ${fields.map(({ name, required, in: place }) => field(name, name, html`data-in="${place}" ${required && 'required'}`, hints[name]))}
    ${
      body &&
      html`<div class="field">
        <label for="try-body">Body</label>
        <textarea id="try-body" name="body" rows="8" spellcheck="false" aria-describedby="try-body-hint">
${body}</textarea>
        <p class="hint" id="try-body-hint">${variablesHint(variableNames([body]))}</p>
      </div>`
    }
    <button>Send ${method}</button>
    <p class="status" role="status"></p>
    <div class="answer"></div>
  </form>`;
}

/** Where values are found that a reader does not have at hand. */
const hints: Readonly<Record<string, Fragment>> = {
  workspaceId: html`<p class="hint">
    <a href="/docs/workspaces/getCaller">getCaller</a> returns the one of your token.
  </p>`,
};

const variablesHint = (names: readonly string[]): string =>
  names.length === 0
    ? 'JSON. Change it as you like.'
    : `JSON. Replace ${names.map((name) => `$${name}`).join(' and ')} with values of yours.`;

const field = (name: string, label: string, attributes: Fragment, hint: Fragment = false): Fragment =>
  html`<div class="field">
    <label for="try-${name}">${label}</label>
    <input id="try-${name}" name="${name}" autocomplete="off" ${attributes} />
    ${hint}
  </div>`;
