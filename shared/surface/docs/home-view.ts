import { languageNames, languages } from '../../kernel/core/languages.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';
import { BASE_URL } from './base-url.ts';
import { BOARD_PATH, onlyWithBoard, onlyWithPortal, PORTAL_PATH } from './demo-links.ts';
import { block, glossary } from './guide.ts';
import { INSTALL_CLIENT } from './install-client.ts';
import { homeAddress } from './layout.ts';
import { homePicture, homeSamples } from './home-picture-view.ts';

/** The home page: what the service is, how to begin with it, and what it manages. */
export const homeView = (t: PageTexts): Fragment =>
  html`<div class="hero">
      <div>
        <h1>${t.text('home.title')}</h1>
        <p class="lead">${t.text('home.lead')}</p>
        <p class="demo">
          <a class="button" href="#start">${t.text('home.begin')}</a>
          <span>
            ${onlyWithPortal(html`<a href="${PORTAL_PATH}">${t.text('home.demoPortal')}</a>`)}
            ${onlyWithBoard(html`<a href="${BOARD_PATH}">${t.text('home.demoBoard')}</a>`)}
          </span>
        </p>
      </div>
      ${homePicture(t)}
    </div>
    ${homeSamples(t)}
    <ul class="cards">
      ${cards.map(([path, name]) => card(path, name, t))}
    </ul>
    ${begin(t)}
    <section id="contents">
      <h2>${t.text('home.contents')}</h2>
      ${glossary(
        nouns.map(([path, name]) => [
          html`<a href="${path}">${t.text(`home.${name}`)}</a>`,
          t.text(`home.${name}Text`),
        ]),
      )}
    </section>
    <p class="languages small">
      ${languages.map(
        (code) =>
          html`<a
            href="${homeAddress(code)}"
            lang="${code}"
            hreflang="${code}"
            ${code === t.language && html`aria-current="true"`}
            >${languageNames[code]}</a
          >`,
      )}
    </p>`;

const cards = [
  ['/docs', 'docs'],
  ['/docs/client', 'client'],
  ['/docs/portals', 'portals'],
  ['/docs/webhook-events', 'webhooks'],
  ['/docs/ai-clients', 'assistants'],
  ['/docs/moving-in', 'moving'],
] as const;

const card = (path: string, name: (typeof cards)[number][1], t: PageTexts): Html =>
  html`<li>
    <a href="${path}">${t.text(`home.${name}`)}</a>
    <p>${t.text(`home.${name}Text`)}</p>
  </li>`;

const nouns = [
  ['/docs/stories', 'stories'],
  ['/docs/sprints', 'sprints'],
  ['/docs/objectives', 'objectives'],
  ['/docs/teams', 'teams'],
] as const;

const WORKSPACE = `npx plotline workspaces create "Acme Inc" --slug acme
npx plotline members create ada@example.com --name Ada --role admin -w acme`;

const PROGRAM = `import { createPlotline } from '@plotline/client';

const plotline = createPlotline({
  baseUrl: '${BASE_URL}',
  token: process.env.TOKEN!,
});
const { workspaceId } = await plotline.getCaller({});
for await (const story of plotline.each('listStories', { workspaceId }))
  console.log(story.reference, story.title);`;

/** How a reader begins: a workspace, a sign-in, and the first calls. */
function begin(t: PageTexts): Html {
  const account = html`<a href="/account">${t.text('account.title')}</a>`;
  const first = html`<a href="/docs#begin">${t.text('home.firstCalls')}</a>`;
  const step = (title: PlainText, about: Fragment, blocks: Fragment): Html =>
    html`<li>
      <div>
        <h3>${t.text(title)}</h3>
        <p>${about}</p>
      </div>
      ${blocks && html`<div>${blocks}</div>`}
    </li>`;
  return html`<section id="start" data-copy="${t.text('home.copy')}" data-copied="${t.text('home.copied')}">
    <h2>${t.text('home.begin')}</h2>
    <ol class="steps">
      ${step('home.workspace', t.text('home.workspaceText'), block(t.text('home.operatorBlock'), WORKSPACE, 'sh'))}
      ${step('home.signIn', t.markup('home.signInText', { link: account }), false)}
      ${step('home.connect', t.markup('home.connectText', { link: account, first }), [
        block(t.text('home.inShell'), `curl "${BASE_URL}/api/v1/me" -H "Authorization: Bearer $TOKEN"`, 'sh'),
        block(t.text('home.inProgram', { command: INSTALL_CLIENT }), PROGRAM, 'ts'),
        block(t.text('home.inAssistant'), `claude mcp add --transport http plotline ${BASE_URL}/mcp`, 'sh'),
      ])}
    </ol>
  </section>`;
}
