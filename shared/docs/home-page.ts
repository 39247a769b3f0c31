import { html, type Fragment } from '../pages/html.ts';
import { BASE_URL } from './base-url.ts';
import { block } from './guide.ts';

/** What the service is, for whoever opens its address. */
export const homePage: Fragment = html`<h1>Project planning as a service</h1>
  <p class="lead">
    Plotline keeps what teams plan: stories, sprints, objectives with key results, and what is said about
    them. Programs reach all of it through an API, assistants through MCP, and other systems are told of each
    change.
  </p>
  <ul class="cards">
    <li>
      <a href="/docs">API documentation</a>
      <p>Every operation with examples to paste, and how tokens, errors, lists and retries work.</p>
    </li>
    <li>
      <a href="/docs/ai-clients">AI clients</a>
      <p>Connect an assistant over MCP: it acts as you, within your rights.</p>
    </li>
    <li>
      <a href="/docs/webhook-events">Webhooks</a>
      <p>Signed events for what is created, updated and deleted.</p>
    </li>
    <li>
      <a href="/connections">Your connected applications</a>
      <p>Sign in to see what acts for you, and to end it.</p>
    </li>
  </ul>
  ${block('Is it there?', `curl "${BASE_URL}/liveness"`)}
  <p class="small quiet">
    For programs: <a href="/openapi.json">OpenAPI document</a>, <a href="/liveness">liveness</a>,
    <a href="/readiness">readiness</a>.
  </p>`;

/** What stands where there is no page. */
export const missingPage: Fragment = html`<h1>There is no such page</h1>
  <p>
    It may have another name now. <a href="/docs">The documentation</a> begins here, with the way to
    everything.
  </p>`;
