import { allScopes, readScopes } from '../../kernel/core/scopes.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** What a token may do: in words if it is everything or all that reads, otherwise each of its scopes. */
export function tokenScopes(scopes: readonly string[], t: PageTexts): Html {
  const has = (those: readonly string[]) =>
    scopes.length === those.length && those.every((one) => scopes.includes(one));
  if (has(allScopes)) return html`${t.text('tokens.allScopes')}`;
  if (has(readScopes)) return html`${t.text('tokens.readScopes')}`;
  return html`${scopes.map((scope) => html`<code class="scope" dir="ltr">${scope}</code> `)}`;
}
