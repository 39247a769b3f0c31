import { csrfField } from '../accounts/form-fields-view.ts';
import { accountBar } from '../accounts/sign-in-view.ts';
import type { Visitor } from '../accounts/csrf.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Connection } from './connection.ts';
import { rightsInWords } from './consent-view.ts';

export const CONNECTIONS = '/connections';

interface ConnectionsPage {
  visitor: Visitor;
  connections: readonly Connection[];
  /** Whether an application has just been disconnected. */
  hasEnded: boolean;
}

/** The page of the applications that a person has connected. */
export const connectionsView = ({ visitor, connections, hasEnded }: ConnectionsPage): WebResponse =>
  pageResponse({
    title: 'Connected applications',
    account: accountBar(visitor),
    body: html`<h1>Connected applications</h1>
      ${hasEnded && html`<div class="notice" role="status"><p>The application is disconnected.</p></div>`}
      <p class="quiet">These applications can use Plotline on your behalf.</p>
      ${
        connections.length === 0
          ? html`<p>No applications are connected.</p>`
          : html`<ul class="plain">
              ${connections.map((connection) => row(connection, visitor))}
            </ul>`
      }`,
  });

const row = (
  { id, clientName, redirectHost, rights, createdAt, usedAt }: Connection,
  visitor: Visitor,
): Html =>
  html`<li class="item">
    <div>
      <h2><bdi>${clientName}</bdi></h2>
      <p class="quiet small">
        At ${redirectHost}. Connected since ${moment(createdAt)}, last used ${moment(usedAt)}.
      </p>
      ${rights.map(([audience, scopes]) => html`<p class="small">${rightsInWords(audience, scopes).join(' ')}</p>`)}
    </div>
    <form method="post" action="${CONNECTIONS}">
      ${csrfField(visitor)}<input type="hidden" name="connection" value="${id}" />
      <button type="submit" class="danger" aria-label="Disconnect ${clientName}">Disconnect</button>
    </form>
  </li>`;

const moment = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;
