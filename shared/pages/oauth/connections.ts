import { parseForm } from '../../kernel/api/http/form.ts';
import { signInPath } from '../accounts/next-path.ts';
import { PageError } from '../accounts/page-error.ts';
import { pageRoute } from '../accounts/page-route.ts';
import type { Session } from '../accounts/session.ts';
import { assertCsrf, resolveVisitor } from '../accounts/csrf.ts';
import { redirectResponse } from '../../kernel/html/page.ts';
import { connectionsOf } from './connection.ts';
import { CONNECTIONS, connectionsView } from './connections-view.ts';
import { listGrants } from '../../kernel/auth/grant-store.ts';
import { endGrant } from './recorded-grant.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** The applications a person has connected. */
export const showConnections = pageRoute({
  id: 'showConnections',
  method: 'GET',
  path: CONNECTIONS,
  handle: async (call) => {
    const visitor = await resolveVisitor(call);
    if (!visitor.session) return redirectResponse(signInPath(CONNECTIONS));
    const connections = await connectionsOfPerson(visitor.session, call);
    return connectionsView({ visitor, connections, hasEnded: call.request.query.has('ended') });
  },
});

/**
 * Disconnects an application by revoking all its grants; their tokens are refused from the next request on.
 */
export const endConnection = pageRoute({
  id: 'endConnection',
  method: 'POST',
  path: CONNECTIONS,
  handle: async (call) => {
    const form = parseForm(call.request);
    const visitor = await resolveVisitor(call);
    assertCsrf(form, visitor);
    const { session } = visitor;
    if (!session) return redirectResponse(signInPath(CONNECTIONS));
    const { connection: id = '' } = form;
    if (!/^[\w-]{43}$/.test(id))
      throw new PageError(400, 'Connection not found', 'Go back, reload the page and try again.');
    // Only the person's own connections are searched. A missing one has already been disconnected.
    const ended = (await connectionsOfPerson(session, call)).find((connection) => connection.id === id);
    const grants = ended?.grants ?? [];
    for (const grant of grants) await endGrant(grant, 'person', call);
    call.note({ userId: session.user.id, grantIds: grants.map((grant) => grant.id).slice(0, NOTED_GRANTS) });
    return redirectResponse(`${CONNECTIONS}?ended`);
  },
});

/** Maximum number of revoked grant ids that are logged. */
const NOTED_GRANTS = 20;

const connectionsOfPerson = async ({ user, passwordSetAt }: Session, { read, now }: WebCall) =>
  connectionsOf(await listGrants(read, { id: user.id, passwordSetAt }, now));
