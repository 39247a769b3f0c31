import { csrfField } from '../accounts/form-fields-view.ts';
import { accountBar } from '../accounts/account-bar-view.ts';
import type { Visitor } from '../accounts/csrf.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Connection } from './connection.ts';
import { readsOnly } from '../../kernel/auth/audience.ts';
import type { PersonTeam } from './person-teams.ts';
import { teamChoice } from './team-choice-view.ts';
import { rightsInWords } from './consent-view.ts';
import { visitorsChoice } from './visitors-choice-view.ts';

export const CONNECTIONS = '/connections';
export const NARROW_CONNECTION = '/connections/narrow';

/** What has just been done to an application. */
const notices = {
  ended: 'The application is disconnected.',
  narrowed: 'The application can do less from now on.',
};

interface ConnectionsPage {
  visitor: Visitor;
  connections: readonly Connection[];
  /** The person's teams. */
  teams: readonly PersonTeam[];
  done: keyof typeof notices | undefined;
}

/** The page of the applications that a person has connected. */
export const connectionsView = ({ visitor, connections, teams, done }: ConnectionsPage): WebResponse =>
  pageResponse({
    title: 'Connected applications',
    account: accountBar(visitor),
    body: html`<h1>Connected applications</h1>
      ${done && html`<div class="notice" role="status"><p>${notices[done]}</p></div>`}
      <p class="quiet">These applications can use Plotline on your behalf.</p>
      ${
        connections.length === 0
          ? html`<p>No applications are connected.</p>`
          : html`<ul class="plain">
              ${connections.map((connection) => row(connection, { visitor, teams }))}
            </ul>`
      }`,
  });

const row = (
  connection: Connection,
  { visitor, teams }: Pick<ConnectionsPage, 'visitor' | 'teams'>,
): Html => {
  const { id, clientName, redirectHost, rights, createdAt, usedAt } = connection;
  return html`<li class="item">
    <div>
      <h2><bdi>${clientName}</bdi></h2>
      <p class="quiet small">
        At ${redirectHost}. Connected since ${moment(createdAt)}, last used ${moment(usedAt)}.
      </p>
      ${rights.map(([audience, scopes]) => html`<p class="small">${rightsInWords(audience, scopes).join(' ')}</p>`)}
      ${reach(connection, teams)} ${withheld(connection)} ${narrowForm(connection, { visitor, teams })}
    </div>
    <form method="post" action="${CONNECTIONS}">
      ${csrfField(visitor)}<input type="hidden" name="connection" value="${id}" />
      <button type="submit" class="danger" aria-label="Disconnect ${clientName}">Disconnect</button>
    </form>
  </li>`;
};

/** The teams that an application is limited to, of those that the person is in. */
const reachedTeams = ({ teamIds }: Connection, teams: readonly PersonTeam[]): PersonTeam[] =>
  teams.filter(({ id }) => teamIds?.includes(id) ?? true);

const reach = (connection: Connection, teams: readonly PersonTeam[]): Fragment =>
  connection.teamIds !== undefined &&
  html`<p class="small">
    Only in
    ${reachedTeams(connection, teams).map(
      ({ name }, position) => html`${position > 0 && ', '}<bdi>${name}</bdi>`,
    )}.
  </p>`;

const withheld = ({ rights, readsVisitors }: Connection): Fragment =>
  !readsVisitors &&
  rights.some(([audience]) => audience === 'mcp') &&
  html`<p class="small">What visitors of portals have written is withheld from it.</p>`;

/** What can be taken away from an application; nothing if it can do no less. */
function narrowForm(
  connection: Connection,
  { visitor, teams }: Pick<ConnectionsPage, 'visitor' | 'teams'>,
): Fragment {
  const reached = reachedTeams(connection, teams);
  const changes = connection.rights.some(([, scopes]) => !readsOnly(scopes));
  if (!changes && reached.length < 2 && !connection.readsVisitors) return false;
  return html`<details>
    <summary>Allow less</summary>
    <form method="post" action="${NARROW_CONNECTION}">
      ${csrfField(visitor)}<input type="hidden" name="narrowed" value="${connection.id}" />
      ${
        changes &&
        html`<p>
          <label><input type="checkbox" name="seesOnly" /> It may only see, and change nothing</label>
        </p>`
      }
      ${connection.readsVisitors && visitorsChoice()}
      ${teamChoice(reached, {
        legend: 'Teams',
        hint: 'It no longer reaches the teams that you untick. To allow more, connect it again.',
        ticked: true,
      })}
      <button type="submit" class="second" aria-label="Allow ${connection.clientName} less">
        Allow less
      </button>
    </form>
  </details>`;
}

const moment = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;
