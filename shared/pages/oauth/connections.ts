import { parseForm } from '../../kernel/api/http/form.ts';
import { signInPath } from '../accounts/next-path.ts';
import { PageError } from '../accounts/page-error.ts';
import { pageRoute } from '../accounts/page-route.ts';
import { accountBar } from '../accounts/sign-in-view.ts';
import type { Session } from '../accounts/session.ts';
import { assertCsrf, resolveVisitor, type Visitor } from '../accounts/csrf.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse, redirectResponse } from '../../kernel/html/page.ts';
import { audienceDescriptions } from './consent-view.ts';
import { connectionsOf, type Connection } from './connection.ts';
import { listGrants } from '../../kernel/auth/grant-store.ts';
import { endGrant } from './recorded-grant.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { csrfField } from '../accounts/form-fields-view.ts';

const PATH = '/connections';

/** The applications a person has connected. */
export const showConnections = pageRoute({
  id: 'showConnections',
  method: 'GET',
  path: PATH,
  handle: async (call) => {
    const visitor = await resolveVisitor(call);
    if (!visitor.session) return redirectResponse(signInPath(PATH));
    const connections = await connectionsOfPerson(visitor.session, call);
    return pageResponse({
      title: 'Connected applications',
      account: accountBar(visitor),
      body: html`<h1>Connected applications</h1>
        ${
          call.request.query.has('ended') &&
          html`<div class="notice" role="status"><p>The application is disconnected.</p></div>`
        }
        <p class="quiet">These applications can use Plotline on your behalf.</p>
        ${
          connections.length === 0
            ? html`<p>No applications are connected.</p>`
            : html`<ul class="plain">
                ${connections.map((connection) => row(connection, visitor))}
              </ul>`
        }`,
    });
  },
});

/**
 * Disconnects an application by revoking all its grants; their tokens are refused from the next request on.
 */
export const endConnection = pageRoute({
  id: 'endConnection',
  method: 'POST',
  path: PATH,
  handle: async (call) => {
    const form = parseForm(call.request);
    const visitor = await resolveVisitor(call);
    assertCsrf(form, visitor);
    const { session } = visitor;
    if (!session) return redirectResponse(signInPath(PATH));
    const { connection: id = '' } = form;
    if (!/^[\w-]{43}$/.test(id))
      throw new PageError(400, 'Connection not found', 'Go back, reload the page and try again.');
    // Only the person's own connections are searched. A missing one has already been disconnected.
    const ended = (await connectionsOfPerson(session, call)).find((connection) => connection.id === id);
    const grants = ended?.grants ?? [];
    for (const grant of grants) await endGrant(grant, 'person', call);
    call.note({ userId: session.user.id, grantIds: grants.map((grant) => grant.id).slice(0, NOTED_GRANTS) });
    return redirectResponse(`${PATH}?ended`);
  },
});

/** Maximum number of revoked grant ids that are logged. */
const NOTED_GRANTS = 20;

const connectionsOfPerson = async ({ user, passwordSetAt }: Session, { read, now }: WebCall) =>
  connectionsOf(await listGrants(read, { id: user.id, passwordSetAt }, now));

const row = ({ id, clientName, redirectHost, audiences, createdAt, usedAt }: Connection, visitor: Visitor) =>
  html`<li class="item">
    <div>
      <h2><bdi>${clientName}</bdi></h2>
      <p class="quiet small">
        At ${redirectHost}. Connected since ${moment(createdAt)}, last used ${moment(usedAt)}.
      </p>
      ${audiences.map((audience) => html`<p class="small">${audienceDescriptions[audience].join(' ')}</p>`)}
    </div>
    <form method="post" action="${PATH}">
      ${csrfField(visitor)}<input type="hidden" name="connection" value="${id}" />
      <button type="submit" class="danger" aria-label="Disconnect ${clientName}">Disconnect</button>
    </form>
  </li>`;

const moment = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;
