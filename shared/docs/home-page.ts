import { html, type Fragment } from '../pages/html.ts';
import { BASE_URL } from './base-url.ts';
import { block, glossary } from './guide.ts';

/** What the service is, for whoever opens its address. */
export const homePage: Fragment = html`<h1>Project planning as a service</h1>
  <p class="lead">
    Plotline keeps what your teams plan: stories, sprints, and objectives with key results. Your programs
    reach it through a REST API, your assistants through MCP, and your customers through a feedback portal.
  </p>
  <ul class="cards">
    <li>
      <a href="/docs">API documentation</a>
      <p>Every operation with an example to paste, and guides to tokens, errors, lists and retries.</p>
    </li>
    <li>
      <a href="/docs/portals">Feedback portals</a>
      <p>A public page where customers vote on ideas and read what has shipped.</p>
    </li>
    <li>
      <a href="/docs/webhook-events">Webhooks</a>
      <p>Signed events whenever something is created, updated or deleted.</p>
    </li>
    <li>
      <a href="/docs/ai-clients">AI clients</a>
      <p>Connect an assistant over MCP. It acts as you, with your rights and no more.</p>
    </li>
  </ul>
  <section id="start">
    <h2>Try it</h2>
    ${block('Check that it answers', `curl "${BASE_URL}/liveness"`)}
    ${block('With a token: see who you are, and in which workspace', `curl "${BASE_URL}/api/v1/me" -H "Authorization: Bearer $TOKEN"`)}
    <p>
      No token yet? Ask whoever runs this service for your first one. From there,
      <a href="/docs#begin">the first calls</a> take a minute.
    </p>
  </section>
  <section id="contents">
    <h2>What is in it</h2>
    ${glossary([
      [
        html`<a href="/docs/stories">Stories</a>`,
        'Pieces of work. Each belongs to a team and has a status, and if you like a person, an estimate and dates.',
      ],
      [
        html`<a href="/docs/sprints">Sprints</a>`,
        'A few weeks of a team’s work, with counts and a burn-down that follow every change.',
      ],
      [
        html`<a href="/docs/objectives">Objectives</a> and <a href="/docs/key-results">key results</a>`,
        'What a team wants to reach and how you will know, with a forecast of when it will be there.',
      ],
      [
        html`<a href="/docs/teams">Teams</a> and <a href="/docs/members">members</a>`,
        'Who works on what, and who may see it. People see the teams they have joined, and no others.',
      ],
    ])}
  </section>
  <p class="small quiet">
    For people: <a href="/account">your account</a>. For programs:
    <a href="/openapi.json">OpenAPI document</a>, <a href="/liveness">liveness</a>,
    <a href="/readiness">readiness</a>.
  </p>`;

/** What stands where there is no page. */
export const missingPage: Fragment = html`<h1>There is no such page</h1>
  <p>It may have moved. <a href="/docs">The documentation</a> has links to everything.</p>`;
