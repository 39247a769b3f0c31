import { html, type Fragment } from '../../kernel/html/html.ts';
import { BASE_URL } from './base-url.ts';
import { block, type Guide } from './guide.ts';
import { addressOf } from './layout.ts';
import { operationIndex, type DocumentedTag } from './tag-view.ts';

const tryIt = `set -a
TOKEN=plt_pat_…
WORKSPACE=$(curl -s "${BASE_URL}/api/v1/me" -H "Authorization: Bearer $TOKEN" | jq -r .data.workspaceId)
curl "${BASE_URL}/api/v1/workspaces/$WORKSPACE/stories" -H "Authorization: Bearer $TOKEN"`;

/** The filters on these pages are paths, which are the same in jq and JavaScript. */
const jqOfNode = `jq() { node -p "try { JSON.parse(require('fs').readFileSync(0))$2 } catch { null }"; }`;

/** The first page: how to start, and links to everything. */
export const overviewView = (guides: readonly Guide[], tags: readonly DocumentedTag[]): Fragment =>
  html`<h1>Plotline API</h1>
    <p class="lead">Your teams' stories, sprints, objectives and key results, over HTTP and JSON.</p>
    <p>
      All URLs start with <code>${BASE_URL}/api/v1</code>. The reference is generated from
      <a href="/openapi.json">openapi.json</a>, an OpenAPI 3.1 document that you can also generate clients
      from.
    </p>
    <section id="begin">
      <h2>The first calls</h2>
      <p>
        The examples are for a POSIX shell such as bash or zsh, with <code>curl</code> and
        <a href="https://jqlang.org/" rel="noreferrer"><code>jq</code></a
        >. They read your token from <code>TOKEN</code> and your workspace from <code>WORKSPACE</code>, so set
        these variables first; <code>set -a</code> lets the programs that you start see them, too. Each
        example says how to set the other variables that it uses, and has the same request in TypeScript and
        Python.
      </p>
      ${block('Set both variables and list your stories', tryIt)}
      ${block('No jq? If you have Node, this line replaces it on all of these pages', jqOfNode)}
      <p>
        Create a token under <a href="/account">Your account</a>, or with
        <a href="/docs/tokens/createToken">createToken</a> if you have one already. A successful response has
        its result in <code>data</code>, and all <a href="/docs/errors">errors</a> have the same format.
      </p>
    </section>
    <section id="client">
      <h2>Libraries</h2>
      <p>
        For TypeScript and JavaScript, install <a href="/docs/client"><code>@plotline/client</code></a
        >, a typed client that repeats calls safely, reads lists page by page, follows the feed of changes and
        verifies webhooks. For Python, <code>openapi-python-client generate</code> makes a typed client (an
        SDK) from <a href="/openapi.json">openapi.json</a>, as generators for other languages do; or send
        requests as in the examples. <a href="/asyncapi.json">asyncapi.json</a> describes the events.
      </p>
    </section>
    <section id="guides">
      <h2>Guides</h2>
      <ul class="cards">
        ${guides.map(
          ({ slug, title, lead }) =>
            html`<li>
              <a href="${addressOf(slug)}">${title}</a>
              <p>${lead}</p>
            </li>`,
        )}
      </ul>
    </section>
    <section id="operations">
      <h2>All operations</h2>
      ${tags.map(
        (tag) =>
          html`<h3 id="${tag.slug}"><a href="${addressOf(tag.slug)}">${tag.name}</a></h3>
            ${operationIndex(tag)}`,
      )}
    </section>`;
