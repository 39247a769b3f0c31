import { randomUUID } from 'node:crypto';
import { ApiError } from '../../kernel/core/errors.ts';
import { assertWritable } from '../../kernel/core/maintenance.ts';
import { parseJson } from '../../kernel/api/http/json-body.ts';
import { refusalFacts } from '../../kernel/api/http/refusal-facts.ts';
import { answerBatch, isBatch } from '../../kernel/api/mcp/batch.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import type { McpService } from '../../kernel/api/mcp/mcp-server.ts';
import { toToolResult, toToolError } from '../../kernel/api/mcp/tool-result.ts';
import type { WebCall, WebRequest, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { verifyAccessToken, type AccessClaims } from '../../kernel/auth/access-token.ts';
import { subjectId } from '../../kernel/auth/access-subject.ts';
import { resolveMcpAccess, type Access } from './access.ts';
import { mcpRouteDescription } from './description.ts';
import { assertGranted, isGranted } from './granted-tools.ts';
import { serverIdentity, websiteUrlOf } from './server-identity.ts';
import { instructions } from './instructions.ts';
import { offeredTools, type OfferedTools } from './offered-tools.ts';
import { storyLinks } from './story-link.ts';
import { assertSameOrigin } from './origin.ts';
import { changeSetOfMessage, withSession } from './session-change-set.ts';
import { textForm } from './text-form.ts';
import { takesMembersOnly, withoutVisitorsText } from './visitors-text.ts';

/**
 * The MCP endpoint (docs/specification.md, "MCP"): stateless; one JSON-RPC message in, at most one out, or several of the
 * revision that has batches.
 */
export const sendMCPMessage: WebRoute = {
  id: 'sendMCPMessage',
  method: 'POST',
  path: '/mcp',
  readsByPost: true,
  described: mcpRouteDescription,
  handle: async (call) => {
    const { request, services, note } = call;
    assertSameOrigin(request.headers['origin'], services.baseUrl());
    const claims = await verifyAccessToken(request.headers, request.query, 'mcp', services);
    note({ userId: subjectId(claims.subject), clientId: claims.clientId });
    const body = jsonOf(request);
    const offered = offeredTools(request.query);
    takesMembersOnly(request.query);
    textForm(request.query);
    // The SDK is half of the function's size; refused requests need not load it.
    const { handleMcpMessage } = await import('../../kernel/api/mcp/mcp-server.ts');
    const access = resolveMcpAccess(claims, call);
    const answerMessage = async (message: unknown, headers: WebRequest['headers']): Promise<WebResponse> => {
      const changed = inChangeSet(call, changeSetOfMessage(request, message));
      return await handleMcpMessage(headers, message, serviceFor(claims, access, changed, offered));
    };
    const answer = isBatch(body, request.headers['mcp-protocol-version']?.trim())
      ? await answerBatch(body, (message) =>
          // The answers are one array: progress has no place between them.
          answerMessage(message, { ...request.headers, accept: 'application/json' }),
        )
      : await answerMessage(body, request.headers);
    // Also if nothing was read: a revoked token gets no response.
    await access.confirm();
    return withSession(answer, body, randomUUID);
  },
};

/** The call with the change set as the header that every operation which it runs reads. */
const inChangeSet = (call: WebCall, changeSet: string | undefined): WebCall =>
  changeSet === undefined
    ? call
    : {
        ...call,
        request: { ...call.request, headers: { ...call.request.headers, 'change-set': changeSet } },
      };

function jsonOf({ headers, body }: WebRequest): unknown {
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new ApiError('unsupported_media_type', 'The content type is not application/json.');
  }
  return parseJson(body, 'Send one JSON-RPC message.');
}

const serviceFor = (
  claims: AccessClaims,
  { principalIn, confirm }: Access,
  { request, services, read, note }: WebCall,
  { isListed, isCallable }: OfferedTools,
): McpService => ({
  name: 'plotline',
  ...serverIdentity,
  websiteUrl: websiteUrlOf(services.baseUrl()),
  instructions,
  // Tools are most of the function's code; who connects, or follows events, need not load them.
  tools: async () => {
    const { listedTools } = await import('./listed-tools.ts');
    return (await listedTools()).filter(isCallable);
  },
  find: async (name) => {
    const { findTool } = await import('./find-tool.ts');
    const tool = await findTool(name);
    return tool && isCallable(tool) ? tool : undefined;
  },
  allowed: async () => {
    const { allowedTools } = await import('./allowed-tools.ts');
    const [allowed, granted] = await Promise.all([allowedTools(read, claims), confirm()]);
    return allowed.filter((tool) => isListed(tool) && isGranted(tool, granted));
  },
  content: {
    templates: async () => (await import('./content/read-resource.ts')).templates,
    skills: async () => (await import('./content/skills.ts')).skills,
    apps: async () => (await import('./content/apps/apps.ts')).apps,
    prompts: async () => (await import('./content/prompts.ts')).prompts,
    read: async (uri) => {
      const { readContent } = await import('./content/read-content.ts');
      const shown = async (data: unknown) => shownTo(request, (await confirm()).content)(data);
      return await readContent({ principalIn, services, source: request }, uri, shown);
    },
  },
  events: {
    offered: async () => {
      const { offeredEvents } = await import('../../events/subscriptions/catalog.ts');
      return offeredEvents();
    },
    poll: async (asked) => {
      const { pollEvents } = await import('./events/poll-events.ts');
      return await pollEvents({ principalIn, services, source: request }, asked);
    },
    subscribe: async (asked) => {
      assertWritable(services);
      const { subscribe } = await import('./events/subscribe.ts');
      return await subscribe({ principalIn, services, claims, source: request }, asked);
    },
    unsubscribe: async (asked) => {
      assertWritable(services);
      await confirm();
      const { unsubscribe } = await import('./events/subscribe.ts');
      return await unsubscribe({ principalIn, services, claims, source: request }, asked);
    },
  },
  call: async (tool, args, progress) => {
    note({ tool: tool.name });
    assertGranted(tool, claims, services.baseUrl());
    try {
      if (!tool.annotations.readOnlyHint) assertWritable(services);
      let proposal: OperationResult['proposal'];
      const proposed = (joined: typeof proposal) => (proposal = joined);
      const whole = await tool.run({ args, principalIn, services, source: request, progress, proposed });
      const { content } = await confirm();
      const result = { ...whole, data: shownTo(request, content)(whole.data), proposal };
      const answer = toToolResult(
        result,
        tool.annotations.readOnlyHint ? 'shown' : 'written',
        textForm(request.query),
      );
      const links = storyLinks(result.data, request.headers['mcp-protocol-version']?.trim());
      return { ...answer, content: [...answer.content, ...links] };
    } catch (error) {
      // The grant may have been narrowed since the token was issued.
      if (isInsufficientScope(error)) assertGranted(tool, await confirm(), services.baseUrl());
      const { code, answer } = toToolError(error, { requestId: request.requestId, tool: tool.name });
      note({ error: code, ...refusalFacts(error) });
      return answer;
    }
  },
});

/** What a client gets of a result: without the text of visitors, if its URL or its user's consent says so. */
const shownTo =
  ({ query }: WebCall['request'], content: string | undefined) =>
  (data: unknown): unknown =>
    takesMembersOnly(query) || content === 'members' ? withoutVisitorsText(data) : data;

const isInsufficientScope = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'insufficient_scope';
