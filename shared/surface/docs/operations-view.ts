import { html, type Fragment } from '../../kernel/html/html.ts';
import { operationAddress } from '../../kernel/api/operation/docs-address.ts';
import { addressOf } from './layout.ts';
import { shortPath, type DocumentedTag } from './tag-view.ts';

/** The page with the names, methods and paths of all operations, below those of their tags. */
export const operationsView = (tags: readonly DocumentedTag[]): Fragment =>
  html`<h1>All operations</h1>
    <p class="lead">
      ${tags.flatMap(({ operations }) => operations).length} operations, by what they work on.
    </p>
    <nav class="jump" aria-label="Operations by what they work on">
      <ul class="plain">
        ${tags.map(({ slug, name }) => html`<li><a href="#${slug}">${name}</a></li>`)}
      </ul>
    </nav>
    <div class="all-operations">
      ${tags.map(
        ({ slug, name, operations }) =>
          html`<section id="${slug}">
            <h2><a href="${addressOf(slug)}">${name}</a></h2>
            <ul class="plain">
              ${operations.map(({ operationId, method, path, summary }) => html`<li><span class="verb ${method}">${method}</span> <a href="${operationAddress(slug, operationId)}">${summary}</a> <code>${shortPath(path)}</code></li>`)}
            </ul>
          </section>`,
      )}
    </div>`;
