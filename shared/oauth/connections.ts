import { readForm } from '../api/form.ts';
import { HOME, signInPath } from '../accounts/next-page.ts';
import { PageError } from '../accounts/page-error.ts';
import { pageRoute } from '../accounts/page-route.ts';
import { accountBar } from '../accounts/sign-in-page.ts';
import { formTokenField, refuseForeignForm, visitorOf, type Visitor } from '../accounts/visitor.ts';
import { commit } from '../db/write.ts';
import { uuid } from '../lib/schema.ts';
import { html, type Html } from '../pages/html.ts';
import { pageAnswer, redirectAnswer } from '../pages/page.ts';
import { allowances } from './consent-page.ts';
import { deleteGrant, listGrants, type Grant } from './grant-store.ts';

/** What a person has allowed to which programs. */
export const showConnections = pageRoute({
  id: 'showConnections',
  method: 'GET',
  path: HOME,
  handle: async (call) => {
    const visitor = await visitorOf(call);
    if (!visitor.session) return redirectAnswer(signInPath(HOME));
    const { user, passwordSetAt } = visitor.session;
    const grants = await listGrants(call.read, { id: user.id, passwordSetAt }, call.now);
    return pageAnswer({
      title: 'Connected applications',
      account: accountBar(visitor),
      body: html`<h1>Connected applications</h1>
        ${
          call.request.query.has('ended') &&
          html`<div class="notice" role="status"><p>The connection is ended.</p></div>`
        }
        <p class="quiet">These programs can use Plotline as you. Each connection is listed on its own.</p>
        ${
          grants.length === 0
            ? html`<p>No program is connected.</p>`
            : html`<ul class="plain">
                ${grants.map((grant) => connection(grant, visitor))}
              </ul>`
        }`,
    });
  },
});

/** Ends a connection: whatever was made under it is refused from the next request on. */
export const endConnection = pageRoute({
  id: 'endConnection',
  method: 'POST',
  path: HOME,
  handle: async (call) => {
    const form = readForm(call.request);
    const visitor = await visitorOf(call);
    refuseForeignForm(form, visitor);
    const { session } = visitor;
    if (!session) return redirectAnswer(signInPath(HOME));
    const { data: id } = uuid().safeParse(form['connection']);
    if (!id)
      throw new PageError(400, 'There is no such connection', 'Go back, reload the page and try again.');
    // The key holds the user, so it can be no one else's.
    await commit(call.services.database, [deleteGrant({ userId: session.user.id, id })]);
    call.note({ userId: session.user.id, grantId: id });
    return redirectAnswer(`${HOME}?ended`);
  },
});

const connection = (grant: Grant, visitor: Visitor): Html =>
  html`<li class="item">
    <div>
      <h2><bdi>${grant.clientName}</bdi></h2>
      <p class="quiet small">
        At ${grant.redirectHost}. Connected ${moment(grant.createdAt)}, last renewed ${moment(grant.usedAt)}.
      </p>
      <p class="small">${allowances[grant.audience].join(' ')}</p>
    </div>
    <form method="post" action="${HOME}">
      ${formTokenField(visitor)}<input type="hidden" name="connection" value="${grant.id}" />
      <button type="submit" class="danger" aria-label="Disconnect ${grant.clientName}">Disconnect</button>
    </form>
  </li>`;

const moment = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;
