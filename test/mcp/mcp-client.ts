import { expect } from 'vitest';
import { connectUser } from '../support/connect.ts';
import { validatorOf } from '../support/client.ts';
import { sharedService, type ServiceAddress } from '../support/service.ts';

export interface McpAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; undefined where there is none. */
  json: any;
}

/** What goes with every message on the wire of 2026-07-28. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export type McpClient = ReturnType<typeof mcpClient>;

/** Sends bare messages to /mcp, so that tests see what every client sees. */
export function mcpClient(token: string | undefined, service: ServiceAddress = sharedService()) {
  let id = 0;
  const validator = validatorOf(service.baseUrl);

  async function post(body: unknown, headers: Record<string, string> = {}, query = ''): Promise<McpAnswer> {
    const answer = await fetch(`${service.baseUrl}/mcp${query}`, {
      method: 'POST',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    const json = text === '' ? undefined : JSON.parse(text);
    // As with the REST API, no answer is to differ from what /openapi.json says.
    if (json) expect((await validator)('POST', '/mcp', answer.status, json)).toEqual([]);
    return { status: answer.status, headers: answer.headers, json };
  }

  const send = (method: string, params?: object, headers: Record<string, string> = {}) =>
    post({ jsonrpc: '2.0', id: ++id, method, ...(params ? { params } : {}) }, headers);

  /** A message on the wire of 2026-07-28, as a well-behaved client sends it. */
  const sendModern = (
    method: string,
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) =>
    send(
      method,
      { ...params, _meta: modernMeta },
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
        ...headers,
      },
    );

  /** The result of a tool call, whatever it says. */
  async function callTool(name: string, args: object): Promise<any> {
    const { status, json } = await send('tools/call', { name, arguments: args });
    expect(status, JSON.stringify(json)).toBe(200);
    return json.result;
  }

  /** The structured answer of a tool call that is to succeed. */
  const use = async (name: string, args: object): Promise<any> => (await answered(name, args)).structured;

  /** As `use`, with the text beside it, which says in words what a client needs to go on. */
  async function answered(name: string, args: object): Promise<{ structured: any; text: string }> {
    const { isError, structuredContent, content } = await callTool(name, args);
    const [{ text }, ...more] = content;
    expect(isError, text).toBeUndefined();
    expect(more).toEqual([]);
    expect(text).toMatch(/^[^{[]/);
    for (const { id } of [structuredContent.data].flat()) if (id) expect(text).toContain(id);
    return { structured: structuredContent, text };
  }

  /** The error of a tool call that is to be refused, in the form in which a model reads it. */
  async function refused(name: string, args: object): Promise<any> {
    const { isError, structuredContent, content } = await callTool(name, args);
    expect(isError, JSON.stringify(structuredContent)).toBe(true);
    expect(structuredContent).toBeUndefined();
    const { error } = JSON.parse(content[0].text);
    expect(error.message).toMatch(/\S/);
    expect(error.hint).toMatch(/\S/);
    return error;
  }

  /** The tools that a URL with a query lists. */
  async function listTools(query = ''): Promise<any[]> {
    return (await post({ jsonrpc: '2.0', id: ++id, method: 'tools/list' }, {}, query)).json.result.tools;
  }

  const toolNames = async (query?: string): Promise<string[]> =>
    (await listTools(query)).map(({ name }) => name);

  return { post, send, sendModern, callTool, use, answered, refused, listTools, toolNames };
}

/** A client of a user who has connected it. */
export async function connectedClient(
  person: { userId: string },
  service?: ServiceAddress,
): Promise<McpClient> {
  const { token } = await connectUser(person, service ? { service } : {});
  return mcpClient(token, service);
}
