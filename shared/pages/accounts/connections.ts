import { PageError } from '../session/page-error.ts';
import type { AccountForm, AccountPage } from './account-audience.ts';
import type { Session } from '../session/session.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { CONNECTIONS } from '../session/account-paths.ts';
import { connectionsOf, type Connection } from '../oauth/connection.ts';
import { narrow } from './narrow-grant.ts';
import { listPersonTeams, tickedTeams } from './person-teams.ts';
import { WITHHOLD_FIELD } from './visitors-choice-view.ts';
import { connectionsView } from './connections-view.ts';
import { listGrants } from '../../kernel/auth/grant-store.ts';
import { endGrant } from '../oauth/recorded-grant.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** The applications a person has connected. */
export const page: AccountPage = {
  formsAnswer: true,
  async show({ call, visitor, t }) {
    const [connections, teams] = await Promise.all([
      connectionsOfPerson(visitor.session, call),
      listPersonTeams(call.read, visitor.session.user.id),
    ]);
    const { query } = call.request;
    const done = (['ended', 'narrowed'] as const).find((one) => query.has(one));
    return connectionsView({ t, visitor, connections, teams, done });
  },
};

/**
 * Disconnects an application by revoking all its grants; their tokens are refused from the next request on.
 */
const endConnection: AccountForm = {
  async handle({ call, visitor: { session } }, form) {
    const ended = await findConnection(form['connection'], session, call);
    const grants = ended?.grants ?? [];
    for (const grant of grants) await endGrant(grant, 'person', call);
    call.note({ grantIds: grants.map((grant) => grant.id).slice(0, NOTED_GRANTS) });
    return redirectResponse(`${CONNECTIONS}?ended`);
  },
};

/**
 * Narrows what an application may do: to seeing only, to fewer teams. It counts from the next request on; nothing here
 * widens a grant.
 */
const narrowConnection: AccountForm = {
  async handle({ call, visitor: { session } }, form) {
    const connection = await findConnection(form['narrowed'], session, call);
    const teams = await listPersonTeams(call.read, session.user.id);
    const ticked = tickedTeams(form, teams);
    if (teams.length > 0 && ticked.length === 0) {
      throw new PageError(400, 'error.noTeam', 'error.noTeamText');
    }
    const narrowing = {
      seesOnly: form['seesOnly'] !== undefined,
      proposesOnly: form['proposesOnly'] !== undefined,
      withholdsVisitors: form[WITHHOLD_FIELD] !== undefined,
      teams,
      ticked,
    };
    for (const grant of connection?.grants ?? []) {
      await narrow(grant, narrowing, call);
    }
    return redirectResponse(`${CONNECTIONS}?narrowed`);
  },
};

export const forms = { endConnection, narrowConnection };

/** The connection that a form names; undefined if it has been disconnected. Only the person's own are searched. */
async function findConnection(id = '', session: Session, call: WebCall): Promise<Connection | undefined> {
  if (!/^[\w-]{43}$/.test(id)) throw new PageError(400, 'error.noConnection', 'error.refusedText');
  return (await connectionsOfPerson(session, call)).find((connection) => connection.id === id);
}

/** Maximum number of revoked grant ids that are logged. */
const NOTED_GRANTS = 20;

const connectionsOfPerson = async ({ user, passwordSetAt }: Session, { read, now }: WebCall) =>
  connectionsOf(await listGrants(read, { id: user.id, passwordSetAt }, now));
