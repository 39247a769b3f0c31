import { html } from '../pages/html.ts';
import { scopes } from '../auth/scopes.ts';
import { BASE_URL } from './base-url.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';

/** Credentials, scopes, roles. */
export const authenticationGuide = (source: GuideSource): Guide => ({
  slug: 'authentication',
  title: 'Authentication',
  lead: 'Which credentials there are, what they may do, and what ends them.',
  parts: [
    {
      id: 'tokens',
      title: 'Tokens',
      content: html`<p>
          Send a token with each request, in this header and nowhere else. A token in a URL is refused with
          401.
        </p>
        ${block('Who am I, and in which workspace?', `curl "${BASE_URL}/api/v1/me" \\\n  -H "Authorization: Bearer $TOKEN"`)}
        ${glossary([
          [
            code('plt_pat_…'),
            html`A personal access token. It stands for a member and may do what the member may, cut by its
            scopes and, where it has such, its teams. Made with ${operationLink('createToken', source)}.`,
          ],
          [
            code('plt_svc_…'),
            html`A key of a service account, for programs. It reads, creates and updates stories in the
            account's teams and lists what it needs for that. Made with
            ${operationLink('createServiceAccountKey', source)}.`,
          ],
          [
            'OAuth access token',
            html`What a user gives an application. One for <code>${BASE_URL}/mcp</code> uses the
              <a href="/docs/ai-clients">MCP tools</a>; one for <code>${BASE_URL}/api/v1</code> is taken by
              ${operationLink('updateStory', source)} alone. Neither works in the place of the other.`,
          ],
        ])}
        <p>
          A token is shown once, when it is made; only a hash of it is kept. It lives 90 days unless it was
          made for 1 minute to 365 days. Scanners find lost ones with
          <code>plt_(pat|svc)_[A-Za-z0-9_-]{112}</code>.
        </p>`,
    },
    {
      id: 'rights',
      title: 'What a token may do',
      content: html`<p>
          Rights are looked up anew with each request. A revoked or expired token, a membership that has
          ended, a role that was changed, a team that was left: all count from the next request on.
        </p>
        <p>
          Each operation names the scopes that it needs, all of them; without one the answer is 403
          <code>insufficient_scope</code>. A token that is restricted to teams reaches these teams only. The
          workspace in the path is that of the token; every other is 403 <code>workspace_mismatch</code>,
          whether or not it exists.
        </p>`,
    },
    {
      id: 'scopes',
      title: 'Scopes',
      content: glossary(Object.entries(scopes).map(([scope, meaning]) => [code(scope), meaning])),
    },
    {
      id: 'roles',
      title: 'Roles',
      content: html`${glossary([
          ['guest', 'Reads and comments in the teams that were given to them.'],
          ['member', 'Also creates and changes, and joins public teams.'],
          ['admin', 'Also manages members, teams, tokens, service accounts, webhooks and portals.'],
        ])}
        <p>
          Everyone, admins too, sees the content of the teams they have joined, and of no other. What may not
          be seen is 404, as what does not exist.
        </p>`,
    },
    {
      id: 'preview',
      title: 'Preview',
      content: html`<p>
        Operations that are marked as <span class="mark">preview</span> may take more kinds of callers in the
        future. What they do for a personal access token stays.
      </p>`,
    },
  ],
});
