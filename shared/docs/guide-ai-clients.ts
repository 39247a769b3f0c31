import { html } from '../pages/html.ts';
import type { Tool } from '../api/mcp/tool.ts';
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

const takeToken = `CODE=…   # the code in that address
ACCESS_TOKEN=$(curl -s "${BASE_URL}/oauth/token" -d grant_type=authorization_code -d "code=$CODE" \\
  -d "client_id=$CLIENT" -d redirect_uri=${REDIRECT} -d "code_verifier=$VERIFIER" | jq -r .access_token)`;

/** MCP: how clients connect, and the tools. */
export const aiClientsGuide = (source: GuideSource, tools: readonly ShownTool[]): Guide => ({
  slug: 'ai-clients',
  title: 'AI clients (MCP)',
  lead: 'Plan from an assistant: any client that speaks the Model Context Protocol and signs in with OAuth can connect.',
  parts: [
    {
      id: 'connect',
      title: 'Connecting a client',
      content: html`<p>
          Give the client the address below. It finds everything else by itself and opens a browser, where you
          sign in and agree. From then on it acts as you: it sees what you see and can do what you can do, and
          nothing more.
        </p>
        ${block('The address', `${BASE_URL}/mcp`)}
        ${block('For clients that read their servers from a file, often in this form', config)}
        <p>
          It works in the workspaces that you have accepted. Where one has added you, accept it on the page
          <a href="/account">Your account</a>.
        </p>
        <p>
          Your <a href="/connections">connected applications</a> are listed on a page of their own, where you
          can disconnect any of them at once.
        </p>`,
    },
    {
      id: 'protocol',
      title: 'Writing a client',
      content: html`<p>
          ${operationLink('sendMCPMessage', source)} is stateless and answers with JSON. There are no sessions
          and no event streams, so GET and DELETE are 405. It serves revisions 2025-03-26 to 2025-11-25, which
          start with <code>initialize</code>, and 2026-07-28. Requests from web pages of another origin are
          refused.
        </p>
        <p>
          Without a token the answer is 401, and its <code>WWW-Authenticate</code> header points to the
          <a href="/.well-known/oauth-protected-resource/mcp">metadata of the resource</a> (RFC 9728), which
          points to that of the
          <a href="/.well-known/oauth-authorization-server">authorization server</a> (RFC 8414). The server
          supports the authorization code flow with PKCE (S256), dynamic client registration (RFC 7591),
          client ID metadata documents, resource indicators (RFC 8707), rotating refresh tokens and revocation
          (RFC 7009). The scope is <code>mcp:access</code>. Personal access tokens do not work here.
        </p>`,
    },
    {
      id: 'token',
      title: 'A token by hand',
      content: html`<p>
          To try ${operationLink('sendMCPMessage', source)} without a client, do in a shell what a client
          does: register, and ask for a code.
        </p>
        ${block('Register, and print the address to open', askForCode)}
        <p>
          Open the address in a browser, sign in and agree. The browser is then sent to an address on your own
          machine that nothing answers. That is fine: all you need is the value of <code>code</code> in its
          address bar, which is good for a minute.
        </p>
        ${block('Exchange the code for a token', takeToken)}
        <p>The token works for 15 minutes.</p>`,
    },
    {
      id: 'tools',
      title: 'Tools',
      content: html`<p>
          A client is offered the tools its user may use in at least one workspace. All tools except
          <code>list_workspaces</code> take a <code>workspaceId</code>. Those that create something also take
          an <code>idempotencyKey</code>, and those that change something take the <code>updatedAt</code> you
          last saw. <code>delete_story</code> first describes what it would delete; call it again with the
          confirmation token it returns to go ahead. Errors the caller can fix come back as a result with
          <code>isError</code> and a hint.
        </p>
        <p>
          A story is named by its id or its reference, such as <code>ENG-184</code>. Lists show names beside
          ids, leave out members without a value, and show once, under <code>common</code>, what all items
          have. The text of an answer is a short summary; <code>structuredContent</code> has the whole. If
          your client passes only the text to its model, connect it to <code>/mcp?text=json</code>, which puts
          the whole there as JSON.
        </p>
        ${glossary(tools.map(({ name, description, annotations, role }) => [html`${code(name)} <span class="type">${annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'changes' : 'adds'}${role !== 'guest' && `, for a ${role} or above`}</span>`, description]))}`,
    },
  ],
});
