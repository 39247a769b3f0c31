import { Html, html, type Fragment } from '../../kernel/html/html.ts';
import { BASE_URL } from './base-url.ts';
import { DEMO_LINKS } from './demo-links.ts';
import { block, glossary } from './guide.ts';
import { homePicture, homeSamples } from './home-picture-view.ts';

/** The home page: what the service is. */
export const homeView: Fragment = html`<h1>Project planning as a service</h1>
  <p class="lead">
    Plotline manages your teams' plans: stories, sprints, and objectives with key results. Your programs use a
    REST API, your assistants connect over MCP, and your customers use a feedback portal.
  </p>
  ${new Html(DEMO_LINKS)} ${homeSamples} ${homePicture}
  <ul class="cards">
    <li>
      <a href="/docs">API documentation</a>
      <p>Every operation with a ready-to-run example, and guides to tokens, errors, lists and retries.</p>
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
      <p>Connect an assistant over MCP. It acts on your behalf, with your permissions.</p>
    </li>
  </ul>
  <section id="start">
    <h2>Try it</h2>
    ${block('Check that the service responds', `curl "${BASE_URL}/liveness"`)}
    ${block('With a token: see who you are, and your workspace', `curl "${BASE_URL}/api/v1/me" -H "Authorization: Bearer $TOKEN"`)}
    <p>
      No token yet? Make one under <a href="/account">your account</a>. From there,
      <a href="/docs#begin">the first calls</a> take a minute.
    </p>
  </section>
  <section id="contents">
    <h2>What it manages</h2>
    ${glossary([
      [
        html`<a href="/docs/stories">Stories</a>`,
        'Units of work. Each belongs to a team and has a status and, optionally, an assignee, an estimate and dates.',
      ],
      [
        html`<a href="/docs/sprints">Sprints</a>`,
        'Time boxes for a team’s work, with counts and a burn-down that follow every change.',
      ],
      [
        html`<a href="/docs/objectives">Objectives</a> and <a href="/docs/key-results">key results</a>`,
        'What a team wants to achieve and how you measure it, with a forecast of when it will be done.',
      ],
      [
        html`<a href="/docs/teams">Teams</a> and <a href="/docs/members">members</a>`,
        'Who works on what, and who can see it. People see only the teams they have joined.',
      ],
    ])}
  </section>
  <p class="small quiet">
    For people: <a href="/account">your account</a>. For programs:
    <a href="/openapi.json">OpenAPI document</a>, <a href="/liveness">liveness</a>,
    <a href="/readiness">readiness</a>.
  </p>`;

/** The not-found page. */
export const missingView: Fragment = html`<h1>Page not found</h1>
  <p>It may have moved. <a href="/docs">The documentation</a> has links to everything.</p>`;
