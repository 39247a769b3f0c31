import { html } from '../pages/html.ts';
import type { Tool } from '../api/tool.ts';
import { BASE_URL } from './base-url.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';

type ShownTool = Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | 'role'>;

const config = JSON.stringify(
  { mcpServers: { plotline: { type: 'http', url: `${BASE_URL}/mcp` } } },
  null,
  2,
);

/** MCP: how clients connect, and the tools. */
export const aiClientsGuide = (source: GuideSource, tools: readonly ShownTool[]): Guide => ({
  slug: 'ai-clients',
  title: 'AI clients (MCP)',
  lead: 'Plan from an assistant: every client of the Model Context Protocol that signs in with OAuth can connect.',
  parts: [
    {
      id: 'connect',
      title: 'Connecting a client',
      content: html`<p>
          Give the client this address. It finds the rest by itself, opens a browser to have you sign in and
          agree, and from then on acts as you: it sees and does what you may, and no more.
        </p>
        ${block('The address', `${BASE_URL}/mcp`)}
        ${block('Where a client takes its servers from a file, often in this form', config)}
        <p>
          The <a href="/connections">connected applications</a> page shows what is connected and ends a
          connection at once.
        </p>`,
    },
    {
      id: 'protocol',
      title: 'For those who write clients',
      content: html`<p>
          ${operationLink('sendMCPMessage', source)} is stateless and answers with JSON: no sessions, no event
          streams; GET and DELETE are 405. It serves the revisions 2025-03-26 to 2025-11-25, which begin with
          <code>initialize</code>, and 2026-07-28. Requests from web pages of another origin are refused.
        </p>
        <p>
          Without a token the answer is 401, and <code>WWW-Authenticate</code> leads to the
          <a href="/.well-known/oauth-protected-resource/mcp">metadata of the resource</a> (RFC 9728) and so
          to that of the <a href="/.well-known/oauth-authorization-server">authorization server</a> (RFC
          8414): authorization code with PKCE (S256), dynamic registration (RFC 7591) or client-id metadata
          documents, resource indicators, rotating refresh tokens, revocation (RFC 7009). The scope is
          <code>mcp:access</code>. Personal access tokens are not taken here.
        </p>`,
    },
    {
      id: 'tools',
      title: 'Tools',
      content: html`<p>
          A client is offered the tools that its user may use in some workspace. All but
          <code>list_workspaces</code> take a <code>workspaceId</code>, those that create something an
          <code>idempotencyKey</code>, those that change something the <code>updatedAt</code> that was seen.
          <code>delete_story</code> first tells what it would do, and does it when it is called again with the
          confirmation that it gave. What the caller can mend comes back as a result with
          <code>isError</code> and a way out.
        </p>
        ${glossary(tools.map(({ name, description, annotations, role }) => [html`${code(name)} <span class="type">${annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'changes' : 'adds'}${role !== 'guest' && `, for a ${role} or above`}</span>`, description]))}`,
    },
  ],
});
