import {
  classifyInboundRequest,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type InboundHttpRequest,
  type Tool as ObjectTool,
} from '@modelcontextprotocol/server';
import { didYouMean } from '../../core/nearest.ts';
import { invalidRequest } from '../../core/errors.ts';
import { typeNames } from '../operation/field-problems.ts';
import { eventCapabilities, type McpEvents } from './events.ts';
import { contentCapabilities, contentExtensions, type McpContent } from './content.ts';
import { runConfirmed } from './confirm.ts';
import { serveContent } from './serve-content.ts';
import { serveEvents } from './serve-events.ts';
import { HANDSHAKE_REVISIONS } from './revisions.ts';
import type { ToolResult } from './tool-result.ts';
import type { ListedTool, ReportProgress, Tool, ToolSchemas } from './tool.ts';
import { eventStream, collectProgress } from './progress.ts';
import type { WebResponse } from '../operation/web-route.ts';

/** An MCP endpoint's description of itself, and the tools available to the caller of one request. */
export interface McpService {
  name: string;
  /** The display name for people. */
  title: string;
  version: string;
  description: string;
  /** Where people read about it. */
  websiteUrl: string;
  icons: { src: string; mimeType: string; sizes: string[] }[];
  /** Instructions for the model, sent before any tool call. */
  instructions: string;
  /** All tools, in listing order. */
  tools: () => Promise<readonly ListedTool[]>;
  /** The tool of a name, also of one that is no longer listed. */
  find: (name: string) => Promise<Tool | undefined>;
  /** The tools that this caller may use. */
  allowed: () => Promise<readonly ListedTool[]>;
  call: (tool: Tool, args: Record<string, unknown>, progress?: ReportProgress) => Promise<ToolResult>;
  events: McpEvents;
  content: McpContent;
}

type ObjectSchema = ObjectTool['inputSchema'];

/** How long clients may cache the tool list, in milliseconds. Tools change with the caller's roles. */
const cacheHints = {
  'tools/list': { ttlMs: 5 * 60_000, cacheScope: 'private' },
  'resources/list': { ttlMs: 60 * 60_000, cacheScope: 'public' },
  'resources/templates/list': { ttlMs: 60 * 60_000, cacheScope: 'public' },
  'prompts/list': { ttlMs: 60 * 60_000, cacheScope: 'public' },
  'server/discover': { ttlMs: 60 * 60_000, cacheScope: 'public' },
} as const;

/**
 * Handles one MCP message over HTTP, using the protocol revision it was sent with: 2026-07-28, or one of 2025
 * that starts with `initialize`. No state outlives the request. Throws a 400 for an invalid JSON-RPC message
 * or, with the older protocol, an unknown revision, and rethrows the service's errors.
 */
export async function handleMcpMessage(
  headers: Record<string, string | undefined>,
  sent: unknown,
  service: McpService,
): Promise<WebResponse> {
  const body = understood(sent);
  const version = headers['mcp-protocol-version']?.trim();
  const wire = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: version,
    mcpMethodHeader: headers['mcp-method'],
    mcpNameHeader: headers['mcp-name'],
    body,
  } as InboundHttpRequest);
  if (wire.kind === 'reject' && wire.rung === 'jsonrpc-shape') throw notJsonRpc();
  if (wire.kind === 'legacy' && wire.reason === 'batch') throw notJsonRpc();
  const known = version === undefined || HANDSHAKE_REVISIONS.includes(version);
  if (wire.kind === 'legacy' && !known) throw unknownRevision();
  const failures: unknown[] = [];
  const { messages, report } = collectProgress(body, headers['accept']);
  const newServer = () => serverOf(service, failures, report);
  const request = sdkRequest(headers);
  const response =
    wire.kind === 'legacy'
      ? await onHandshakeWire(newServer(), request, body)
      : await createMcpHandler(newServer, { legacy: 'reject' }).fetch(request, { parsedBody: body });
  const answer = await toWebResponse(response);
  if (failures.length > 0) throw failures[0];
  if (messages.length === 0) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/event-stream' },
    body: eventStream(messages, answer.body),
  };
}

/** What may be left out of a message, and some clients send as null. */
const OPTIONAL = ['params', 'arguments', 'cursor', '_meta'];

/**
 * A message without members that are null in place of being left out, and with the object where its arguments are the
 * text of one.
 */
function understood(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return message;
  const entries = Object.entries(message).filter(
    ([name, value]) => value !== null || !OPTIONAL.includes(name),
  );
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]) => {
      if (name === 'params') return [name, understood(value)];
      return [name, name === 'arguments' && typeof value === 'string' ? objectIn(value) : value];
    }),
  );
}

function objectIn(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value ?? {}) : text;
  } catch {
    return text;
  }
}

/**
 * The SDK's own stateless mode for this protocol responds with event streams; this one responds with JSON.
 */
async function onHandshakeWire(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

/** The request as the SDK expects it; the content types have already been negotiated. */
function sdkRequest(headers: Record<string, string | undefined>): Request {
  const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
  const sent = names.flatMap((name) => {
    const value = headers[name];
    // Values that no header can contain match no message either.
    return value === undefined ? [] : [[name, value.replaceAll(/[^\t -~\u0080-\u00ff]/g, '?')] as const];
  });
  const settled = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return new Request('https://mcp.invalid/', {
    method: 'POST',
    headers: { ...settled, ...Object.fromEntries(sent) },
  });
}

async function toWebResponse(response: Response): Promise<WebResponse & { body: string }> {
  const type = response.headers.get('content-type');
  const body = describeIssues(await response.text());
  return { status: response.status, headers: type ? { 'content-type': type } : {}, body };
}

interface Failure {
  error: { code: number; message: string };
}

/**
 * Problems that the SDK's schemas found in params; the SDK reports them in its own words, and partly as
 * internal errors.
 */
function describeIssues(text: string): string {
  if (!/"error":\{"code":-3260[23],/.test(text.slice(0, 500))) return text;
  const answer = JSON.parse(text) as Failure;
  const message = issuesIn(answer.error.message)
    ?.map(({ path, ...issue }) => `${path.join('.')}: ${messageOf(issue)}`)
    .join('; ');
  if (message === undefined) return text;
  return JSON.stringify({ ...answer, error: { code: ProtocolErrorCode.InvalidParams, message } });
}

interface Issue {
  path: PropertyKey[];
  code: string;
  expected?: string;
  message: string;
}

function messageOf({ code, expected, message }: Omit<Issue, 'path'>): string {
  if (code !== 'invalid_type' || expected === undefined) return `is not valid: ${message}`;
  return message.endsWith('undefined') ? 'is required' : `must be ${typeNames[expected] ?? expected}`;
}

function issuesIn(message: string): Issue[] | undefined {
  const start = message.indexOf('[\n');
  try {
    return start < 0 ? undefined : (JSON.parse(message.slice(start)) as Issue[]);
  } catch {
    return undefined;
  }
}

/**
 * A server for one message. The SDK would expose errors thrown by handlers, so internal errors are withheld.
 */
function serverOf(
  { instructions, tools, find, allowed, call, events, content, ...identity }: McpService,
  failures: unknown[],
  report: ReportProgress | undefined,
): Server {
  const server = new Server(identity, {
    capabilities: {
      tools: {},
      ...contentCapabilities,
      ...eventCapabilities,
      extensions: { ...eventCapabilities.extensions, ...contentExtensions },
    },
    supportedProtocolVersions: HANDSHAKE_REVISIONS,
    instructions,
    cacheHints,
    jsonSchemaValidator: noValidator,
  });
  const keep = (error: unknown): never => {
    failures.push(error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'It failed.');
  };
  server.setRequestHandler('tools/list', async ({ params }) => {
    if (params?.cursor !== undefined) throw invalidParams('There is one page of tools only.');
    return { tools: (await allowed().catch(keep)).map(describeTool) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = await find(params.name);
    if (tool) {
      return await runConfirmed(tool, params.arguments ?? {}, context, (args) =>
        call(tool, args, report).catch(keep),
      );
    }
    const names = (await tools()).map((one) => one.name);
    throw invalidParams(`There is no tool of that name: ${didYouMean(params.name, names)}`);
  });
  serveEvents(server, events, keep);
  serveContent(server, content, keep);
  return server;
}

function describeTool({ name, title, description, annotations, schemas, app }: ListedTool) {
  const { inputSchema, outputSchema } = schemas() as Record<keyof ToolSchemas, ObjectSchema>;
  const shownBy = app === undefined ? {} : { _meta: { ui: { resourceUri: app } } };
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: { ...annotations },
    ...shownBy,
  };
}

/** Prevents the SDK from creating a validator per server, which only elicitation would use. */
const noValidator = {
  getValidator(): never {
    throw new Error('Nothing is validated by the SDK here.');
  },
};

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const notJsonRpc = () =>
  invalidRequest(
    [{ path: '', code: 'invalid_format', message: 'is not one JSON-RPC 2.0 message' }],
    'Send one JSON object with jsonrpc, method and, for an answer, id; send several one by one.',
  );

const unknownRevision = () =>
  invalidRequest(
    [{ in: 'header', path: 'MCP-Protocol-Version', code: 'not_one_of', message: 'is not supported' }],
    `Use ${HANDSHAKE_REVISIONS.join(', ')} after initialize, or 2026-07-28 with its _meta.`,
  );
