import { html } from '../../kernel/html/html.ts';
import { scopes } from '../../kernel/core/scopes.ts';
import { BASE_URL } from './base-url.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';

/** Credentials, scopes, roles. */
export const authenticationGuide = (source: GuideSource): Guide => ({
  slug: 'authentication',
  title: 'Authentication',
  lead: 'The kinds of credentials, what each can do, and when it expires.',
  parts: [
    {
      id: 'tokens',
      title: 'Tokens',
      content: html`<p>
          Send a token with every request, in the <code>Authorization</code> header only. A token in a URL is
          rejected with 401.
        </p>
        ${block('Who am I, and in which workspace?', `curl "${BASE_URL}/api/v1/me" \\\n  -H "Authorization: Bearer $TOKEN"`)}
        ${glossary([
          [
            code('plt_pat_…'),
            html`A personal access token. It acts as one member and can do what that member can do, within its
              scopes and, if it is restricted to teams, within those teams. Create your own under
              <a href="/account">Your account</a>, or with ${operationLink('createToken', source)}.`,
          ],
          [
            code('plt_svc_…'),
            html`A service-account key, for programs. It can read, create and update stories in the account's
            teams, and list what this requires. Create one with
            ${operationLink('createServiceAccountKey', source)}.`,
          ],
          [
            'OAuth access token',
            html`Issued to an application when a user connects it. A token for
              <code>${BASE_URL}/mcp</code> uses the <a href="/docs/ai-clients">MCP tools</a>; a token for
              <code>${BASE_URL}/api/v1</code> works with ${operationLink('listWorkspaces', source)},
              ${operationLink('getStory', source)}, ${operationLink('getStoryByReference', source)} and
              ${operationLink('updateStory', source)} only. The two are not interchangeable.`,
          ],
        ])}
        <p>
          A token is shown once, when you create it; we keep only a hash. It expires after 90 days unless you
          choose another lifetime, from 1 minute to 365 days. Secret scanners can find leaked tokens with
          <code>plt_(pat|svc)_[A-Za-z0-9_-]{112}</code>.
        </p>`,
    },
    {
      id: 'rights',
      title: 'What a token can do',
      content: html`<p>
          Rights are checked on every request. Revoking a token, removing a member, changing a role or leaving
          a team takes effect with the next request.
        </p>
        <p>
          Each operation lists the scopes it needs, and the token must have all of them; otherwise the
          response is 403 <code>insufficient_scope</code>. The workspace in the path must be the token's own;
          any other returns 403 <code>workspace_mismatch</code>, whether or not it exists.
        </p>
        <p>
          A token restricted to teams can access only what belongs to those teams. It can still read what
          every member can see of the workspace, such as members and shared labels. Anything else, such as
          tokens, service accounts, webhook endpoints or changes to portals and members, returns 403
          <code>restricted_credential</code>.
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
          ['guest', 'Can read and comment in the teams they were added to.'],
          ['member', 'Can also create and update resources, and join public teams.'],
          ['admin', 'Can also manage members, teams, tokens, service accounts, webhooks and portals.'],
        ])}
        <p>
          Operations name the minimum role they require; otherwise the response is 403
          <code>insufficient_role</code>, with <code>requiredRole</code>.
        </p>
        <p>
          Everyone, including admins, sees only the content of the teams they have joined. Anything else
          returns 404, as if it did not exist.
        </p>`,
    },
    {
      id: 'people',
      title: 'People and their workspaces',
      content: html`<p>
          Add a person to a workspace by e-mail address, with ${operationLink('addMember', source)}. Member
          ids and names are specific to a workspace: in another workspace, the same person has different ones.
          ${code('acceptedAt')} is null until the person accepts.
        </p>
        <p>
          Tokens that the operator creates for a member work immediately. AI clients, connected applications
          and the “Team” badge on portals act for a person across workspaces, and include a workspace only
          once the person has accepted it. People accept, decline and leave on the page
          <a href="/account">Your account</a>, where they also set their public name;
          ${operationLink('leaveWorkspace', source)} does the same with a token. The last admin cannot leave.
        </p>`,
    },
    {
      id: 'audit',
      title: 'Who was given what',
      content: html`<p>
        Changes of members, roles, teams, tokens, keys, webhook endpoints and portals, sign-ins and what
        applications were allowed are in the audit trail: admins read it with
        ${operationLink('listAuditEvents', source)}. Each entry says who did it, from which network, and from
        what to what, and never holds a secret.
      </p>`,
    },
    {
      id: 'preview',
      title: 'Preview',
      content: html`<p>
        Operations marked <span class="mark">preview</span> may accept more kinds of callers in the future.
        Their behavior for personal access tokens will not change.
      </p>`,
    },
  ],
});
