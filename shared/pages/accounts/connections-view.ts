import { csrfField } from '../session/form-fields-view.ts';
import { backToAccount } from './way-back-view.ts';
import { accountBar } from './account-bar-view.ts';
import type { Visitor } from '../session/csrf.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { timeElement } from '../messages/times-view.ts';
import { CONNECTIONS } from '../session/account-paths.ts';
import type { Connection } from '../oauth/connection.ts';
import { readsOnly } from '../../kernel/auth/audience.ts';
import type { PersonTeam } from './person-teams.ts';
import { teamChoice } from './team-choice-view.ts';
import { rightsInWords } from './consent-view.ts';
import { visitorsChoice } from './visitors-choice-view.ts';
import { branded } from './branded-view.ts';

interface ConnectionsPage {
  t: PageTexts;
  visitor: Visitor;
  connections: readonly Connection[];
  /** The person's teams. */
  teams: readonly PersonTeam[];
  /** What has just been done to an application. */
  done: 'ended' | 'narrowed' | undefined;
}

/** The page of the applications that a person has connected. */
export const connectionsView = ({ t, visitor, connections, teams, done }: ConnectionsPage): WebResponse =>
  pageResponse({
    title: t.text('account.applicationsLink'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { t }),
    body: html`${backToAccount(t)}
      <h1>${t.text('account.applicationsLink')}</h1>
      ${done && html`<p class="thanks" role="status">${t.text(`connections.${done}`)}</p>`}
      <p class="quiet">${t.text('connections.about')}</p>
      ${
        connections.length === 0
          ? html`<p>${t.text('connections.none')}</p>`
          : html`<ul class="plain">
              ${connections.map((connection) => row(connection, { t, visitor, teams }))}
            </ul>`
      }`,
  });

const row = (
  connection: Connection,
  { t, visitor, teams }: Pick<ConnectionsPage, 't' | 'visitor' | 'teams'>,
): Html => {
  const { id, clientName, redirectHost, rights, createdAt, usedAt } = connection;
  return html`<li class="item">
    <div>
      <h2><bdi>${clientName}</bdi></h2>
      <p class="quiet small">
        ${t.markup('connections.at', {
          host: html`<bdi>${redirectHost}</bdi>`,
          since: timeElement(createdAt, t),
          used: timeElement(usedAt, t),
        })}
      </p>
      ${rights.map(
        ([audience, scopes]) =>
          html`<p class="small">
            ${rightsInWords(audience, scopes, connection.writesDirectly)
              .map((right) => t.text(right))
              .join(' ')}
          </p>`,
      )}
      ${reach(connection, teams, t)} ${withheld(connection, t)}
      ${narrowForm(connection, { t, visitor, teams })}
    </div>
    <form method="post" action="${CONNECTIONS}">
      ${csrfField(visitor)}<input type="hidden" name="connection" value="${id}" />
      <button
        type="submit"
        class="danger"
        aria-label="${t.text('connections.disconnectOne', { name: clientName })}"
      >
        ${t.text('connections.disconnect')}
      </button>
    </form>
  </li>`;
};

/** The teams that an application is limited to, of those that the person is in. */
const reachedTeams = ({ teamIds }: Connection, teams: readonly PersonTeam[]): PersonTeam[] =>
  teams.filter(({ id }) => teamIds?.includes(id) ?? true);

const reach = (connection: Connection, teams: readonly PersonTeam[], t: PageTexts): Fragment =>
  connection.teamIds !== undefined &&
  html`<p class="small">
    ${t.markup('connections.onlyIn', { teams: t.list(reachedTeams(connection, teams).map(({ name }) => name)) })}
  </p>`;

const withheld = ({ rights, readsVisitors }: Connection, t: PageTexts): Fragment =>
  !readsVisitors &&
  rights.some(([audience]) => audience === 'mcp') &&
  html`<p class="small">${t.text('connections.withheld')}</p>`;

/** What can be taken away from an application; nothing if it can do no less. */
function narrowForm(
  connection: Connection,
  { t, visitor, teams }: Pick<ConnectionsPage, 't' | 'visitor' | 'teams'>,
): Fragment {
  const reached = reachedTeams(connection, teams);
  const changes = connection.rights.some(([, scopes]) => !readsOnly(scopes));
  if (!changes && reached.length < 2 && !connection.readsVisitors) return false;
  return html`<details>
    <summary>${t.text('connections.less')}</summary>
    <form method="post" action="${CONNECTIONS}/narrow">
      ${csrfField(visitor)}<input type="hidden" name="narrowed" value="${connection.id}" />
      ${
        changes &&
        html`<p>
          <label><input type="checkbox" name="seesOnly" /> ${t.text('connections.readsOnly')}</label>
        </p>`
      }
      ${
        connection.writesDirectly &&
        html`<p>
          <label><input type="checkbox" name="proposesOnly" /> ${t.text('connections.proposesOnly')}</label>
        </p>`
      }
      ${connection.readsVisitors && visitorsChoice(t, connection.id)}
      ${teamChoice(t, reached, {
        legend: 'tokens.teams',
        hint: 'connections.teamsHint',
        ticked: true,
      })}
      <button
        type="submit"
        class="second"
        aria-label="${t.text('connections.lessOne', { name: connection.clientName })}"
      >
        ${t.text('connections.less')}
      </button>
    </form>
  </details>`;
}
