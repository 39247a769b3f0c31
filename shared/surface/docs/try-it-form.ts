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
    <label class="field"
      >Token
      <input name="token" type="password" autocomplete="off" placeholder="plt_pat_…" required />
      <span class="hint"
        >Stays in this tab. <a href="/account">Your account</a> makes one; a token that may only read is
        enough for reading.</span
      ></label
    >
    ${fields.map(
      ({ name, required, in: place }) =>
        html`<label class="field"
          ><code>${name}</code>
          <input name="${name}" data-in="${place}" autocomplete="off" ${required && 'required'}
        /></label>`,
    )}
    ${
      call.body !== undefined &&
      html`<label class="field"
        >Body
        <textarea name="body" rows="8" spellcheck="false">${JSON.stringify(call.body, null, 2)}</textarea>
      </label>`
    }
    <button>Send ${method}</button>
    <div class="answer" role="status"></div>
  </form>`;
}
