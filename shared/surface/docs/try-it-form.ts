import { html, type Fragment } from '../../kernel/html/html.ts';
import type { PlacedOperation } from './api-document.ts';
import type { ExampleCall } from './example-call.ts';

/**
 * A form that sends the request from the page with a token of the reader's, by a script: the page shows it only where
 * that runs. Operations for MCP clients take tokens that a person does not have.
 */
export function tryItForm({ method, path, parameters = [] }: PlacedOperation, call: ExampleCall): Fragment {
  if (call.token === 'ACCESS_TOKEN' || !path.startsWith('/api/')) return false;
  const fields = parameters.filter((one) => one.in !== 'header');
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
    ${fields.map(({ name, required, in: place }) => field(name, name, html`data-in="${place}" ${required && 'required'}`))}
    ${
      call.body !== undefined &&
      html`<div class="field">
        <label for="try-body">Body</label>
        <textarea id="try-body" name="body" rows="8" spellcheck="false">
${JSON.stringify(call.body, null, 2)}</textarea>
      </div>`
    }
    <button>Send ${method}</button>
    <div class="answer" role="status"></div>
  </form>`;
}

const field = (name: string, label: string, attributes: Fragment, hint: Fragment = false): Fragment =>
  html`<div class="field">
    <label for="try-${name}">${label}</label>
    <input id="try-${name}" name="${name}" autocomplete="off" ${attributes} />
    ${hint}
  </div>`;
