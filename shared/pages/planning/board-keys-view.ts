import { html, type Html } from '../../kernel/html/html.ts';
import type { Board } from './shown-board.ts';

/** The keys of a board, each of which does what something on the page does, and whether they are used. */
export function keysView({ t, tools }: Board): Html {
  const keys = [
    ['/', t.text('board.search')],
    ...(tools ? [['c', t.text('board.new')]] : []),
    ['j', t.text('keys.next')],
    ['k', t.text('keys.previous')],
    [t.text('keys.enter'), t.text('keys.open')],
    ['?', t.text('keys.title')],
  ];
  return html`<div class="keys">
    <button type="button" popovertarget="keys" aria-label="${t.text('keys.title')}">?</button>
    <div id="keys" popover role="dialog" aria-labelledby="keys-title">
      <h2 id="keys-title">${t.text('keys.title')}</h2>
      <dl>
        ${keys.map(
          ([key, does]) =>
            html`<dt><kbd>${key}</kbd></dt>
              <dd>${does}</dd>`,
        )}
      </dl>
      <label class="tick"><input type="checkbox" data-keys checked /> ${t.text('keys.use')}</label>
    </div>
  </div>`;
}
