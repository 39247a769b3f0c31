/** The API of a service that does not serve its document. */
export function restApi(baseUrl: string, token: string) {
  const send = async (method: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const sent = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
    const answer = await fetch(`${baseUrl}${path}`, sent);
    const text = await answer.text();
    return { status: answer.status, text, json: JSON.parse(text) };
  };
  return {
    get: (path: string) => send('GET', path),
    put: (path: string, body: object) => send('PUT', path, body),
    post: (path: string) => send('POST', path),
    delete: (path: string) => send('DELETE', path),
  };
}

/** The status of a call over MCP, and the workspaces that it lists. */
export async function listedWorkspaces(baseUrl: string, accessToken: string) {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_workspaces', arguments: {} },
  };
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { result } = (await answer.json()) as { result?: { structuredContent?: { data?: any[] } } };
  return [answer.status, result?.structuredContent?.data?.map(({ id }) => id)];
}
