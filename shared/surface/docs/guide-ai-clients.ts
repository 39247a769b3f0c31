import { html } from '../../kernel/html/html.ts';
import type { Tool } from '../../kernel/api/mcp/tool.ts';
import { BASE_URL } from './base-url.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';

type ShownTool = Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | 'role'>;

const config = JSON.stringify(
  { mcpServers: { plotline: { type: 'http', url: `${BASE_URL}/mcp` } } },
  null,
  2,
);

const REDIRECT = 'http://127.0.0.1:8976/callback';

const askForCode = `CLIENT=$(curl -s "${BASE_URL}/oauth/register" -H 'Content-Type: application/json' \\
  -d '{"client_name":"My shell","redirect_uris":["${REDIRECT}"]}' | jq -r .client_id)
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')
echo "${BASE_URL}/oauth/authorize?response_type=code&client_id=$CLIENT&redirect_uri=${REDIRECT}&code_challenge=$CHALLENGE&code_challenge_method=S256&resource=${BASE_URL}/mcp"`;

const takeToken = `CODE=…   # the code from the address bar
ACCESS_TOKEN=$(curl -s "${BASE_URL}/oauth/token" -d grant_type=authorization_code -d "code=$CODE" \\
  -d "client_id=$CLIENT" -d redirect_uri=${REDIRECT} -d "code_verifier=$VERIFIER" | jq -r .access_token)`;

/** How MCP clients connect, and the tools. */
export const aiClientsGuide = (source: GuideSource, tools: readonly ShownTool[]): Guide => ({
  slug: 'ai-clients',
  title: 'AI clients (MCP)',
  lead: 'Plan from an assistant: connect any client that supports the Model Context Protocol and OAuth.',
  parts: [
    {
      id: 'connect',
      title: 'Connecting a client',
      content: html`<p>
          Give the client the URL below. It discovers everything else and opens a browser, where you sign in
          and approve the connection. From then on it acts on your behalf: it can see and do what you can see
          and do, and nothing more.
        </p>
        ${block('The URL', `${BASE_URL}/mcp`)}
        ${block('For clients that read their servers from a configuration file, often in this format', config)}
        <p>
          It works in all workspaces whose invitation you have accepted. To accept an invitation, open
          <a href="/account">Your account</a>.
        </p>
        <p>To disconnect a client, open <a href="/connections">connected applications</a>.</p>`,
    },
    {
      id: 'protocol',
      title: 'Writing a client',
      content: html`<p>
          ${operationLink('sendMCPMessage', source)} is stateless and returns JSON. There are no sessions and
          no event streams, so GET and DELETE return 405. It supports revisions 2025-03-26 to 2025-11-25,
          which start with <code>initialize</code>, and 2026-07-28. Requests from web pages of another origin
          are refused.
        </p>
        <p>
          Without a token, the response is 401, and its <code>WWW-Authenticate</code> header points to the
          <a href="/.well-known/oauth-protected-resource/mcp">metadata of the resource</a> (RFC 9728), which
          points to the metadata of the
          <a href="/.well-known/oauth-authorization-server">authorization server</a> (RFC 8414). The server
          supports the authorization code flow with PKCE (S256), dynamic client registration (RFC 7591),
          client ID metadata documents, resource indicators (RFC 8707), rotating refresh tokens and revocation
          (RFC 7009). The scope is <code>mcp:access</code>. Personal access tokens do not work here.
        </p>`,
    },
    {
      id: 'token',
      title: 'Getting a token manually',
      content: html`<p>
          To try ${operationLink('sendMCPMessage', source)} without a client, perform a client's steps in a
          shell: register, and request a code.
        </p>
        ${block('Register, and print the URL to open', askForCode)}
        <p>
          Open the URL in a browser, sign in and approve. The browser is then redirected to a URL on your own
          machine that does not respond. That is expected: copy the value of <code>code</code> from the
          address bar. It is valid for one minute.
        </p>
        ${block('Exchange the code for a token', takeToken)}
        <p>The token is valid for 15 minutes.</p>`,
    },
    {
      id: 'tools',
      title: 'Tools',
      content: html`<p>
          Clients see the tools that their user may use in at least one workspace. All tools except
          <code>list_workspaces</code> take a <code>workspaceId</code>. Tools that create something also take
          an <code>idempotencyKey</code>, and tools that update something take the <code>updatedAt</code> you
          last read. <code>delete_story</code> first describes what it would delete; call it again with the
          confirmation token it returns to go ahead. Errors that the caller can fix are returned as a result
          with <code>isError</code> and a hint.
        </p>
        <p>
          Identify a story by its id or its reference, such as <code>ENG-184</code>. Lists show names next to
          ids, omit fields without a value, and show values shared by all items once, under
          <code>common</code>. The text of an answer is a short summary; <code>structuredContent</code> has
          the full result. If your client passes only the text to its model, connect it to
          <code>/mcp?text=json</code>, which returns the full result as JSON text. An assistant that is to
          read only can be connected to <code>/mcp?tools=read</code>, which offers no other tools.
        </p>
        ${glossary(tools.map(({ name, description, annotations, role }) => [html`${code(name)} <span class="type">${annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'changes' : 'adds'}${role !== 'guest' && `, for a ${role} or above`}</span>`, description]))}`,
    },
  ],
});
