import { html, type Fragment } from '../../kernel/html/html.ts';
import { jsonSchema, placedOperations, type ApiDocument } from './api-document.ts';
import { BASE_URL } from './base-url.ts';
import { exampleCall } from './example-call.ts';
import { inLanguages, requestIn } from './example-view.ts';
import { exampleOf } from './example.ts';
import { block, type Guide } from './guide.ts';
import { guideGroups } from './guide-groups.ts';
import { INSTALL_CLIENT } from './install-client.ts';
import { addressOf } from './layout.ts';
import type { DocumentedTag } from './tag-view.ts';

const token = 'export TOKEN=plt_pat_…';

const withWorkspace = `set -a
WORKSPACE=$(curl -s "${BASE_URL}/api/v1/me" \\
  -H "Authorization: Bearer $TOKEN" | jq -r .data.workspaceId)
curl "${BASE_URL}/api/v1/workspaces/$WORKSPACE/stories" -H "Authorization: Bearer $TOKEN"`;

/** The filters on these pages come last and are paths, which are the same in jq and JavaScript. */
const jqOfNode = `jq() { node -p "try { JSON.parse(require('fs').readFileSync(0))\${@: -1} } catch { null }"; }`;

/** Tags of the reference, under the title of their group. */
export type ReferenceGroups = readonly { title: string; tags: readonly DocumentedTag[] }[];

/** The first page: ways in, the first calls, guides by what to do, and what the reference has. */
export const overviewView = (
  guides: readonly Guide[],
  groups: ReferenceGroups,
  document: ApiDocument,
): Fragment =>
  html`<h1>Plotline documentation</h1>
    <p class="lead">
      Plotline plans teams' stories, sprints and objectives, and asks customers on feedback portals. This is
      its API.
    </p>
    <ul class="cards tools">
      ${tools.map(
        ({ name, href, command, about }) =>
          html`<li>
            <a href="${href}">${name}</a>
            <p>${about}</p>
            <code>${command}</code>
          </li>`,
      )}
    </ul>
    ${firstCalls(document)} ${libraries}
    <section id="guides">
      <h2>Guides</h2>
      ${guideGroups.map(
        ({ title, slugs }) =>
          html`<h3>${title}</h3>
            ${linkList(guides.filter(({ slug }) => slugs.includes(slug)).map(ofGuide))}`,
      )}
    </section>
    <section id="reference">
      <h2>Reference</h2>
      <p><a href="/docs/operations">All operations</a> on one page, or by what they work on:</p>
      ${groups.map(
        ({ title, tags }) =>
          html`<h3>${title}</h3>
            <p class="tags">
              ${tags.map(({ slug, name }, position) => [position > 0 && ', ', html`<a href="${addressOf(slug)}">${name}</a>`])}
            </p>`,
      )}
    </section>`;

/** The ways to use the service, each with where it begins. */
const tools = [
  {
    name: 'REST API',
    href: '#begin',
    command: `${BASE_URL}/api/v1`,
    about: 'Every operation, over HTTP and JSON',
  },
  {
    name: 'TypeScript client',
    href: '/docs/client',
    command: INSTALL_CLIENT,
    about: 'Typed calls, retries, changes and webhooks',
  },
  {
    name: 'Command line',
    href: '/docs/command-line',
    command: 'npx plotline --help',
    about: 'Import, export, sync and administration',
  },
  {
    name: 'AI clients (MCP)',
    href: '/docs/ai-clients',
    command: `${BASE_URL}/mcp`,
    about: 'Plan from an assistant, with your rights',
  },
];

/** What the first call answers. */
function callerOf({ paths, components }: ApiDocument): unknown {
  const schema = jsonSchema(paths['/api/v1/me']!['get']!.responses['200']!)!;
  return exampleOf(schema, components.schemas, 'answer');
}

function firstCalls(document: ApiDocument): Fragment {
  const operation = placedOperations(document).find(({ operationId }) => operationId === 'getCaller')!;
  const request = inLanguages(requestIn(exampleCall(operation, document), true), false);
  return html`<section id="begin">
    <h2>Begin</h2>
    <ol class="steps">
      <li>
        <h3>Create a token</h3>
        <p>Under <a href="/account/tokens">Your account</a>. Keep it in a variable of your shell:</p>
        ${block('Your token', token)}
      </li>
      <li>
        <h3>Send a first request</h3>
        <div class="first-call">
          <div>
            ${request}
            <p>
              It says who you are and in which workspace. A successful response has its result in
              <code>data</code>; all <a href="/docs/errors">errors</a> have the same format.
            </p>
          </div>
          ${block('Response 200', JSON.stringify(callerOf(document), null, 2))}
        </div>
      </li>
      <li>
        <h3>Set the variables of all examples</h3>
        <p>
          The examples read <code>TOKEN</code> and <code>WORKSPACE</code>. This sets them with
          <a href="https://jqlang.org/" rel="noreferrer"><code>jq</code></a
          >, and lists your stories:
        </p>
        ${block('For all examples: both variables, and your stories', withWorkspace)}
        <details>
          <summary>No <code>jq</code>?</summary>
          ${block('If you have Node, this line replaces it on all of these pages', jqOfNode)}
        </details>
      </li>
      <li>
        <h3>Go on</h3>
        <p>
          <a href="/docs/stories/createStory">Create a story</a>, then
          <a href="/docs/webhook-events">receive what changes</a>.
        </p>
      </li>
    </ol>
  </section>`;
}

const libraries = html`<section id="client">
  <h2>Libraries</h2>
  <p>
    For TypeScript and JavaScript, install <a href="/docs/client"><code>@plotline/client</code></a
    >. For Python, <code>openapi-python-client generate</code> makes a typed client (an SDK) from
    <a href="/openapi.json">openapi.json</a>, an OpenAPI 3.1 document, as generators for other languages do.
    <a href="/asyncapi.json">asyncapi.json</a> describes the events, and
    <a href="/docs/workflows">arazzo.json</a> workflows.
  </p>
</section>`;

interface Linked {
  slug: string;
  title: string;
  about: string;
}

const ofGuide = ({ slug, title, lead }: Guide): Linked => ({ slug, title, about: sentenceAbout(lead) });

/** The first sentence of a lead, with a capital; the name of a package in front is on the card above. */
function sentenceAbout(lead: string): string {
  const [first = ''] = lead.split(/(?<=\.)\s/);
  const about = first.replace(/^`?@[\w/-]+`? is /, '');
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}`;
}

/** Pages, each with a line about it. */
const linkList = (pages: readonly Linked[]): Fragment =>
  html`<dl class="linked">
    ${pages.map(
      ({ slug, title, about }) =>
        html`<div>
          <dt><a href="${addressOf(slug)}">${title}</a></dt>
          <dd>${about}</dd>
        </div>`,
    )}
  </dl>`;
